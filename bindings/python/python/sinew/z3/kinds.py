"""The numbers by which z3py knows operators (`e.decl().kind()`), for those that exist here.

They are those of z3 5; earlier versions number strings otherwise, so programs compare names.
"""

Z3_OP_TRUE = 256
Z3_OP_FALSE = 257
Z3_OP_EQ = 258
Z3_OP_DISTINCT = 259
Z3_OP_ITE = 260
Z3_OP_AND = 261
Z3_OP_OR = 262
Z3_OP_IFF = 263
Z3_OP_XOR = 264
Z3_OP_NOT = 265
Z3_OP_IMPLIES = 266
Z3_OP_ANUM = 512
Z3_OP_LE = 514
Z3_OP_GE = 515
Z3_OP_LT = 516
Z3_OP_GT = 517
Z3_OP_ADD = 518
Z3_OP_SUB = 519
Z3_OP_UMINUS = 520
Z3_OP_MUL = 521
Z3_OP_IDIV = 523
Z3_OP_MOD = 525
Z3_OP_ABS = 530
Z3_OP_SEQ_CONCAT = 1553
Z3_OP_SEQ_PREFIX = 1554
Z3_OP_SEQ_SUFFIX = 1555
Z3_OP_SEQ_CONTAINS = 1556
Z3_OP_SEQ_EXTRACT = 1557
Z3_OP_SEQ_REPLACE = 1558
Z3_OP_SEQ_REPLACE_RE = 1559
Z3_OP_SEQ_REPLACE_RE_ALL = 1560
Z3_OP_SEQ_REPLACE_ALL = 1561
Z3_OP_SEQ_AT = 1562
Z3_OP_SEQ_LENGTH = 1564
Z3_OP_SEQ_INDEX = 1565
Z3_OP_SEQ_TO_RE = 1567
Z3_OP_SEQ_IN_RE = 1568
Z3_OP_STR_TO_INT = 1574
Z3_OP_INT_TO_STR = 1575
Z3_OP_STR_TO_CODE = 1578
Z3_OP_STR_FROM_CODE = 1579
Z3_OP_STRING_LT = 1580
Z3_OP_STRING_LE = 1581
Z3_OP_RE_PLUS = 1582
Z3_OP_RE_STAR = 1583
Z3_OP_RE_OPTION = 1584
Z3_OP_RE_CONCAT = 1585
Z3_OP_RE_UNION = 1586
Z3_OP_RE_RANGE = 1587
Z3_OP_RE_DIFF = 1588
Z3_OP_RE_INTERSECT = 1589
Z3_OP_RE_LOOP = 1590
Z3_OP_RE_POWER = 1591
Z3_OP_RE_COMPLEMENT = 1592
Z3_OP_RE_EMPTY_SET = 1593
Z3_OP_RE_FULL_SET = 1594
Z3_OP_RE_FULL_CHAR_SET = 1595
Z3_OP_INTERNAL = 49165
Z3_OP_UNINTERPRETED = 49167

#: By the SMT-LIB name of the operator.
KINDS = {
    "true": Z3_OP_TRUE,
    "false": Z3_OP_FALSE,
    "=": Z3_OP_EQ,
    "distinct": Z3_OP_DISTINCT,
    "ite": Z3_OP_ITE,
    "and": Z3_OP_AND,
    "or": Z3_OP_OR,
    "xor": Z3_OP_XOR,
    "not": Z3_OP_NOT,
    "=>": Z3_OP_IMPLIES,
    "<=": Z3_OP_LE,
    ">=": Z3_OP_GE,
    "<": Z3_OP_LT,
    ">": Z3_OP_GT,
    "+": Z3_OP_ADD,
    "-": Z3_OP_SUB,
    "*": Z3_OP_MUL,
    "div": Z3_OP_IDIV,
    "mod": Z3_OP_MOD,
    "abs": Z3_OP_ABS,
    "str.++": Z3_OP_SEQ_CONCAT,
    "str.prefixof": Z3_OP_SEQ_PREFIX,
    "str.suffixof": Z3_OP_SEQ_SUFFIX,
    "str.contains": Z3_OP_SEQ_CONTAINS,
    "str.substr": Z3_OP_SEQ_EXTRACT,
    "str.replace": Z3_OP_SEQ_REPLACE,
    "str.replace_re": Z3_OP_SEQ_REPLACE_RE,
    "str.replace_re_all": Z3_OP_SEQ_REPLACE_RE_ALL,
    "str.replace_all": Z3_OP_SEQ_REPLACE_ALL,
    "str.at": Z3_OP_SEQ_AT,
    "str.len": Z3_OP_SEQ_LENGTH,
    "str.indexof": Z3_OP_SEQ_INDEX,
    "str.to_re": Z3_OP_SEQ_TO_RE,
    "str.in_re": Z3_OP_SEQ_IN_RE,
    "str.to_int": Z3_OP_STR_TO_INT,
    "str.from_int": Z3_OP_INT_TO_STR,
    "str.to_code": Z3_OP_STR_TO_CODE,
    "str.from_code": Z3_OP_STR_FROM_CODE,
    "str.<": Z3_OP_STRING_LT,
    "str.<=": Z3_OP_STRING_LE,
    "re.+": Z3_OP_RE_PLUS,
    "re.*": Z3_OP_RE_STAR,
    "re.opt": Z3_OP_RE_OPTION,
    "re.++": Z3_OP_RE_CONCAT,
    "re.union": Z3_OP_RE_UNION,
    "re.range": Z3_OP_RE_RANGE,
    "re.diff": Z3_OP_RE_DIFF,
    "re.inter": Z3_OP_RE_INTERSECT,
    "re.loop": Z3_OP_RE_LOOP,
    "re.^": Z3_OP_RE_POWER,
    "re.comp": Z3_OP_RE_COMPLEMENT,
    "re.none": Z3_OP_RE_EMPTY_SET,
    "re.all": Z3_OP_RE_FULL_SET,
    "re.allchar": Z3_OP_RE_FULL_CHAR_SET,
}
