//! From the manual's Markdown to a manual page in roff: headings, paragraphs, lists, tables, code. What
//! the manual does not use is not here.

/// A manual page of section 1 for `name`, with this title line and text.
pub(crate) fn page(name: &str, about: &str, version: &str, markdown: &str) -> String {
    let out = format!(
        ".TH {} 1 \"\" \"{name} {version}\"\n.SH NAME\n{name} \\- {}\n.SH DESCRIPTION\n",
        name.to_uppercase(),
        inline(about)
    );
    let block = Block::None;
    let mut page = Page { out, block };
    markdown.lines().for_each(|line| page.line(line));
    page.close();
    page.out
}

struct Page {
    out: String,
    /// What the lines so far belong to.
    block: Block,
}

#[derive(Default)]
enum Block {
    #[default]
    None,
    Paragraph(String),
    Item(String),
    /// The headers, once they are known, and whether the line below them has been seen.
    Table(Vec<String>),
    Code,
}

impl Page {
    fn line(&mut self, line: &str) {
        if let Block::Code = self.block {
            if line.starts_with("```") {
                self.out.push_str(".RE\n.fi\n");
                self.block = Block::None;
            } else {
                self.text(&verbatim(line));
            }
            return;
        }
        if line.starts_with("```") {
            self.close();
            self.out.push_str(".PP\n.nf\n.RS 2\n");
            self.block = Block::Code;
        } else if line.trim().is_empty() || line.starts_with("<!--") {
            self.close();
        } else if let Some(title) = line.strip_prefix("### ") {
            self.close();
            self.out.push_str(&format!(".SS {}\n", inline(title)));
        } else if let Some(title) = line.strip_prefix("## ") {
            self.close();
            self.out
                .push_str(&format!(".SH {}\n", inline(title).to_uppercase()));
        } else if line.starts_with("# ") {
            self.close();
        } else if line.starts_with('|') {
            self.row(line);
        } else if let Some(item) = line.strip_prefix("* ") {
            self.close();
            self.block = Block::Item(item.to_owned());
        } else {
            match &mut self.block {
                Block::Paragraph(text) | Block::Item(text) => {
                    text.push(' ');
                    text.push_str(line.trim());
                }
                _ => {
                    self.close();
                    self.block = Block::Paragraph(line.to_owned());
                }
            }
        }
    }

    /// A row of a table: its first cell is what the rest is about.
    fn row(&mut self, line: &str) {
        let cells: Vec<String> = cells(line);
        let Block::Table(headers) = &self.block else {
            self.close();
            self.block = Block::Table(cells);
            return;
        };
        if cells
            .iter()
            .all(|cell| cell.chars().all(|c| matches!(c, '-' | ':')))
        {
            return;
        }
        let mut parts = Vec::new();
        for (header, cell) in headers.iter().zip(&cells).skip(1) {
            match (header.as_str(), cell.as_str()) {
                (_, "") => {}
                (header, cell) if headers.len() > 2 && !header.is_empty() => {
                    parts.push(format!("{}: {}", inline(header), inline(cell)));
                }
                (_, cell) => parts.push(inline(cell)),
            }
        }
        self.out.push_str(".TP\n");
        self.text(&inline(cells.first().map_or("", String::as_str)));
        self.text(&parts.join("\n.br\n"));
    }

    /// Writes a line that begins with no request by accident.
    fn text(&mut self, text: &str) {
        if text.starts_with(['.', '\'']) {
            self.out.push_str("\\&");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn close(&mut self) {
        match std::mem::take(&mut self.block) {
            Block::Paragraph(text) => {
                self.out.push_str(".PP\n");
                self.text(&inline(&text));
            }
            Block::Item(text) => {
                self.out.push_str(".IP \\(bu 2\n");
                self.text(&inline(&text));
            }
            Block::None | Block::Table(_) | Block::Code => {}
        }
    }
}

/// The cells of a row, between its bars; a bar in a cell is written `\|`.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches('|').trim_end_matches('|');
    let marked = line.replace("\\|", "\0");
    let cell = |cell: &str| cell.trim().replace('\0', "|");
    marked.split('|').map(cell).collect()
}

fn verbatim(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\e"),
            '-' => out.push_str("\\-"),
            '\'' => out.push_str("\\(aq"),
            '`' => out.push_str("\\(ga"),
            '^' => out.push_str("\\(ha"),
            '~' => out.push_str("\\(ti"),
            c => out.push(c),
        }
    }
    out
}

/// Text with code, emphasis and links.
fn inline(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some((code, after)) = rest.strip_prefix('`').and_then(|r| r.split_once('`')) {
            out.push_str(&format!("\\fB{}\\fR", verbatim(code)));
            rest = after;
        } else if let Some((bold, after)) = rest.strip_prefix("**").and_then(|r| r.split_once("**"))
        {
            out.push_str(&format!("\\fB{}\\fR", inline(bold)));
            rest = after;
        } else if let Some((it, after)) = rest.strip_prefix('*').and_then(|r| r.split_once('*')) {
            out.push_str(&format!("\\fI{}\\fR", inline(it)));
            rest = after;
        } else if let Some((label, after)) = link(rest) {
            out.push_str(&inline(label));
            rest = after;
        } else {
            out.push_str(&verbatim(&c.to_string()));
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// The label of the link that the text begins with, and what follows it.
fn link(text: &str) -> Option<(&str, &str)> {
    let (label, after) = text.strip_prefix('[')?.split_once("](")?;
    let (_, after) = after.split_once(')')?;
    (!label.contains(']')).then_some((label, after))
}
