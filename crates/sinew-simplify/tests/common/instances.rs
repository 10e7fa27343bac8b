//! Instances of rules that random terms meet too rarely: the rule, and a term on which it fires.

pub const INSTANCES: &[(&str, &str)] = &[
    (
        "concat_slices",
        "(str.++ (str.substr x 1 2) (str.substr x 3 (str.len y)))",
    ),
    (
        "concat_halves",
        "(str.++ (str.substr x 0 2) (str.substr x 2 (str.len x)))",
    ),
    ("contains_digits", "(str.contains (str.from_int i) \"1a\")"),
    (
        "contains_replaced",
        "(str.contains (str.replace_all x \"a\" \"bb\") \"a\")",
    ),
    (
        "contains_replaced",
        "(str.contains (str.replace x \"a\" \"ba\") \"a\")",
    ),
    ("contains_reverse", "(str.contains (str.rev x) \"ab\")"),
    ("contains_split", "(str.contains (str.++ x \"0\" y) \"ab\")"),
    (
        "contains_trim",
        "(str.contains (str.++ \"ba\" x \"ba\") \"ab\")",
    ),
    (
        "contains_misfit",
        "(str.contains \"abab\" (str.++ \"b\" x \"bb\"))",
    ),
    (
        "contains_own_part",
        "(str.contains (str.++ z x) (str.substr x i j))",
    ),
    ("div_exact_part", "(div (+ (* 6 i) (* 2 j) 7) 3)"),
    ("div_small", "(div (mod i 3) 5)"),
    ("divisible_is_mod", "((_ divisible 3) (+ i j))"),
    ("eq_bool_complement", "(= (or p q) (and (not p) (not q)))"),
    ("eq_bool_nested", "(= p (= q p))"),
    (
        "eq_int_no_summand",
        "(= 0 (+ (str.len x) (* 3 (str.len y))))",
    ),
    (
        "eq_languages",
        "(= (re.++ (re.* (str.to_re \"ab\")) (str.to_re \"a\")) (re.++ (str.to_re \"a\") (re.* (str.to_re \"ba\"))))",
    ),
    (
        "eq_members",
        "(= (str.in_re x (re.++ (re.* (str.to_re \"ab\")) (str.to_re \"a\"))) (str.in_re x (re.++ (str.to_re \"a\") (re.* (str.to_re \"ba\")))))",
    ),
    (
        "eq_members",
        "(= (str.in_re x (re.* (re.range \"a\" \"b\"))) (str.in_re x (re.++ re.all (re.union (re.range \"\\u{0}\" \"`\") (re.range \"c\" \"\\u{2FFFF}\")) re.all)))",
    ),
    ("eq_index_absent", "(= (- 1) (str.indexof x y 0))"),
    ("eq_to_int_value", "(= (str.to_int x) 7)"),
    ("ge_index_found", "(>= (str.indexof x y 0) 0)"),
    ("ge_code_exists", "(>= (str.to_code x) 0)"),
    ("ge_chain", "(>= i j k)"),
    (
        "indexof_drop_back",
        "(str.indexof (str.++ x \"ab\" y) \"ab\" 0)",
    ),
    (
        "indexof_first_word",
        "(str.indexof (str.++ \"aba\" y) \"b\" 1)",
    ),
    ("indexof_last_position", "(str.indexof \"ab\" x 2)"),
    (
        "indexof_trim_back",
        "(str.indexof (str.++ x \"ab\") \"b0\" 0)",
    ),
    (
        "indexof_trim_back",
        "(str.indexof (str.++ x \"ab\" ) (str.++ y \"a\") i)",
    ),
    ("ite_bool_common", "(ite p (or (= x y) q) q)"),
    ("ite_bool_common", "(ite p q (and q r))"),
    ("ite_common_branch", "(ite p x (ite q x y))"),
    ("ite_common_branch", "(ite p x (ite q y x))"),
    ("ite_common_branch", "(ite p (ite q x y) y)"),
    ("ite_common_branch", "(ite p (ite q y x) y)"),
    (
        "ite_equality",
        "(ite (= (str.at x 0) (str.at y 0)) (str.at x 0) (str.at y 0))",
    ),
    (
        "ite_nested_same",
        "(ite (str.contains x y) (ite (str.contains x y) i j) k)",
    ),
    ("junction_single", "(and (= x y))"),
    (
        "junction_members",
        "(and (str.in_re x (re.+ (str.to_re \"ab\"))) (str.in_re x (re.+ (str.to_re \"ba\"))))",
    ),
    (
        "junction_members",
        "(or (str.in_re x (re.+ (str.to_re \"ab\"))) (not (str.in_re x (re.+ (str.to_re \"abab\")))))",
    ),
    (
        "junction_point",
        "(and (not (= x \"a\")) (str.contains x \"b\"))",
    ),
    ("junction_point", "(or (= x \"ab\") (str.contains x \"b\"))"),
    ("junction_bounds", "(and (>= i 2) (<= i 2))"),
    ("junction_bounds", "(or (>= i 2) (<= i 4))"),
    (
        "junction_bounds",
        "(and (>= (+ i j) 2) (not (= (+ i j) 2)))",
    ),
    ("len_replace", "(str.len (str.replace x \"a\" \"b\"))"),
    (
        "len_substr",
        "(str.len (str.substr x 0 (str.len (str.substr x 1 3))))",
    ),
    (
        "len_substr",
        "(str.len (str.substr x (str.len (str.substr x 0 2)) (str.len x)))",
    ),
    (
        "member_case",
        "(str.in_re (str.to_lower x) (re.range \"A\" \"E\"))",
    ),
    (
        "member_excluded",
        "(str.in_re (str.++ \"ab\" x) (re.* (re.union (str.to_re \"ba\") (str.to_re \"aa\"))))",
    ),
    (
        "member_excluded",
        "(str.in_re (str.++ x \"b\") (re.+ (re.union (str.to_re \"ba\") (str.to_re \"aa\"))))",
    ),
    (
        "member_length_misfit",
        "(str.in_re (str.++ x \"abab\" y) (re.++ (re.range \"a\" \"b\") (re.opt (re.range \"0\" \"9\"))))",
    ),
    (
        "member_reverse",
        "(str.in_re (str.rev x) (re.+ (re.range \"a\" \"b\")))",
    ),
    (
        "member_strip_front",
        "(str.in_re (str.++ \"ab\" x) (re.++ re.allchar (str.to_re \"b\") (re.* (str.to_re \"ab\"))))",
    ),
    (
        "member_strip_back",
        "(str.in_re (str.++ x \"ab\") (re.++ (re.* (str.to_re \"ab\")) (str.to_re \"a\") (re.range \"a\" \"b\")))",
    ),
    ("mod_reduced", "(mod (+ (* 5 i) 7 (mod j 6)) 3)"),
    ("mod_small", "(mod (mod i 3) 5)"),
    ("mul_sorted", "(* j 2 i)"),
    ("not_quantifier", "(not (forall ((v Int)) (> v i)))"),
    (
        "not_quantifier",
        "(not (exists ((v String)) (! (str.contains v x) :pattern ((str.len v)))))",
    ),
    (
        "prefix_in_substr",
        "(str.prefixof x (str.substr y 0 (+ 1 (str.len x))))",
    ),
    (
        "prefix_of_itself_cut",
        "(str.prefixof (str.substr x 0 i) (str.++ x y))",
    ),
    (
        "suffix_of_itself_cut",
        "(str.suffixof (str.substr x 1 (str.len x)) (str.++ y x))",
    ),
    (
        "quantifier_bool",
        "(forall ((b Bool)) (= b (str.contains x y)))",
    ),
    (
        "quantifier_bool",
        "(forall ((b Bool) (v Int)) (or (and b (< v i)) (and (not b) (< i v))))",
    ),
    (
        "quantifier_constant",
        "(exists ((v String)) (str.contains v v))",
    ),
    (
        "quantifier_distributes",
        "(forall ((v Int)) (and (not (= (* 2 v) (+ 1 i))) (< i (+ v 30))))",
    ),
    (
        "quantifier_miniscope",
        "(exists ((v Int)) (and (str.contains x y) (< (* 2 v) i)))",
    ),
    (
        "quantifier_one_point",
        "(forall ((v String)) (=> (= v x) (str.contains v y)))",
    ),
    (
        "quantifier_one_point",
        "(exists ((v Int) (w Int)) (and (= v i) (= (* w w) v)))",
    ),
    ("quantifier_unused", "(forall ((v Int) (w Int)) (< v i))"),
    (
        "re_concat_flat",
        "(str.in_re x (re.++ (re.opt (re.++ (re.range \"a\" \"b\") (re.range \"0\" \"9\"))) (re.union (re.++ (re.+ (str.to_re \"a\")) (re.range \"a\" \"b\")) re.none)))",
    ),
    (
        "re_concat_star_all",
        "(str.in_re x (re.++ re.all (re.* (str.to_re \"ab\")) (str.to_re \"a\") (str.to_re y)))",
    ),
    (
        "re_concat_star_order",
        "(str.in_re x (re.++ (re.* (re.range \"a\" \"b\")) (re.range \"a\" \"b\") (re.range \"0\" \"9\")))",
    ),
    (
        "re_concat_chars",
        "(str.in_re x (re.++ re.all re.allchar (str.to_re \"ab\")))",
    ),
    (
        "re_star_union",
        "(str.in_re x (re.* (re.union (re.* (str.to_re \"ab\")) (re.opt (str.to_re \"ba\")))))",
    ),
    (
        "re_loop_nested",
        "(str.in_re x ((_ re.loop 2 3) ((_ re.loop 1 2) (re.range \"a\" \"b\"))))",
    ),
    (
        "re_comp_junction",
        "(str.in_re x (re.++ (re.comp (re.union (re.comp (str.to_re \"a\")) (str.to_re \"b\"))) (re.range \"a\" \"b\")))",
    ),
    (
        "re_inter_literal",
        "(str.in_re x (re.++ (re.inter (str.to_re \"ab\") (re.* re.allchar) (re.+ (re.range \"a\" \"b\"))) (str.to_re y)))",
    ),
    (
        "re_inter_ranges",
        "(str.in_re x (re.++ (re.inter (re.range \"a\" \"m\") (re.range \"b\" \"z\")) (str.to_re y)))",
    ),
    (
        "re_union_ranges",
        "(str.in_re x (re.+ (re.union (re.range \"a\" \"m\") (re.range \"n\" \"z\"))))",
    ),
    (
        "re_union_epsilon",
        "(str.in_re x (re.++ (str.to_re y) (re.opt (re.+ (str.to_re \"ab\")))))",
    ),
    (
        "replace_in_front",
        "(str.replace (str.++ x \"ab\" y) \"ab\" z)",
    ),
    (
        "replace_front_piece",
        "(str.replace (str.++ x \"ab\" y) (str.++ x \"a\") z)",
    ),
    (
        "replace_trim",
        "(str.replace (str.++ \"a\" x \"a\") \"b\" z)",
    ),
    (
        "replace_all_cut",
        "(str.replace_all (str.++ \"cab\" x \"cabb\" y \"bbca\") \"ab\" z)",
    ),
    (
        "replace_all_cut",
        "(str.replace_all (str.++ x \"ca\" y \"aa\" x) \"aba\" \"b\")",
    ),
    (
        "replace_all_whole",
        "(str.replace_all (str.at x i) \"a\" y)",
    ),
    ("replace_re_allchar", "(str.replace_re x re.allchar y)"),
    (
        "replace_re_tail",
        "(str.replace_re x (re.++ (str.to_re \"ab\") (re.* (str.to_re \"a\"))) y)",
    ),
    (
        "replace_re_tail",
        "(str.replace_re x (re.+ (re.range \"a\" \"b\")) y)",
    ),
    (
        "replace_re_all_chars",
        "(str.replace_re_all (str.++ x \"ab\" y) (re.range \"a\" \"b\") z)",
    ),
    (
        "replace_re_all_iteration",
        "(str.replace_re_all x (re.+ (str.to_re \"ab\")) z)",
    ),
    ("streq_multiset", "(= (str.++ x \"a\") (str.++ \"b\" x))"),
    ("streq_conjugate", "(= (str.++ x \"ab\") (str.++ \"ba\" x))"),
    (
        "streq_conjugate",
        "(= (str.++ \"aba\" x) (str.++ x \"aba\"))",
    ),
    (
        "streq_split",
        "(= (str.++ (str.substr (str.++ x \"ab\") 0 1) y) (str.++ \"ab\" z))",
    ),
    (
        "streq_split",
        "(= (str.++ (str.rev x) y) (str.++ x \"ab\"))",
    ),
    ("streq_surplus", "(= x (str.++ y x z))"),
    ("streq_word_order", "(= (str.++ x \"b\" y \"a\" z) \"ab\")"),
    ("streq_empty_replace", "(= \"\" (str.replace x y z))"),
    ("streq_replace_self", "(= x (str.replace x y z))"),
    ("streq_substr_self", "(= x (str.substr x 0 i))"),
    (
        "streq_substr_self",
        "(= x (str.substr x (+ 1 (str.len y)) i))",
    ),
    ("streq_substr_word", "(= \"ab\" (str.substr x 0 2))"),
    ("streq_substr_word", "(= \"ab\" (str.substr x 0 3))"),
    ("streq_from_int", "(= \"007\" (str.from_int i))"),
    ("streq_from_code", "(= \"\" (str.from_code i))"),
    ("substr_of_substr", "(str.substr (str.substr x 1 3) 1 2)"),
    (
        "substr_drop_back",
        "(str.substr (str.++ x \"ab\" y) 0 (+ 1 (str.len x)))",
    ),
    (
        "substr_skip_front",
        "(str.substr (str.++ x \"ab\" y) (+ 1 (str.len x)) i)",
    ),
    (
        "substr_take_front",
        "(str.substr (str.++ x \"ab\" y) 0 (+ 3 (str.len x)))",
    ),
    ("to_code_of_concat", "(str.to_code (str.++ \"a\" x y))"),
    ("to_code_of_from_code", "(str.to_code (str.from_code i))"),
    ("to_int_leading_zeros", "(str.to_int (str.++ \"007\" x))"),
    ("to_int_foreign", "(str.to_int (str.++ x \"a\" y))"),
    ("from_code_of_to_code", "(str.from_code (str.to_code x))"),
    ("case_of_digits", "(str.to_upper (str.from_int i))"),
    ("distinct_values", "(distinct p q r)"),
    ("distinct_pairs", "(distinct x y \"a\")"),
    (
        "str_le_strip",
        "(str.<= (str.++ x \"a\" y) (str.++ x \"ab\" z))",
    ),
    ("str_le_clash", "(str.<= (str.++ \"a\" x) (str.++ \"b\" y))"),
    ("str_le_successor", "(str.<= (str.++ y \"a\\u{0}\") x)"),
    ("from_code_outside", "(str.from_code (- (- 1) (str.len x)))"),
    ("from_int_negative", "(str.from_int (- (- 1) (str.len x)))"),
    (
        "junction_absorption",
        "(and p (or p (= x y)) (or q (= x y)))",
    ),
    ("abs_signed", "(abs (- (- 3) (str.len x)))"),
    ("lift_ite", "(str.contains (ite p \"\" x) \"a\")"),
    (
        "prefix_after_removal",
        "(str.prefixof (str.++ \"a\" y) (str.replace x \"a\" \"\"))",
    ),
    (
        "junction_factor",
        "(or (and p (str.contains x y)) (and p (not (str.contains x y))))",
    ),
    (
        "junction_factor",
        "(and (or p (= x y) q) (or p (not (= x y)) q))",
    ),
    (
        "streq_substr_empty",
        "(= \"\" (str.substr x 1 (- (str.len x) 1)))",
    ),
    (
        "streq_substr_empty",
        "(= (str.substr x (str.len y) 2) \"\")",
    ),
    (
        "substr_of_substr",
        "(str.substr (str.substr x (str.len y) (- (str.len x) (str.len y))) 1 2)",
    ),
    (
        "prefix_in_slice",
        "(str.prefixof \"a\" (str.substr x 1 (- (str.len x) 1)))",
    ),
    (
        "prefix_in_slice",
        "(str.prefixof \"ab\" (str.substr x i (+ 2 (str.len y))))",
    ),
];
