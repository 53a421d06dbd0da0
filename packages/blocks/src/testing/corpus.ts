/** Markdown as assistants write it, one construct after another, for the tests that cut it everywhere. */
export const corpus: readonly string[] = [
  '# Plan\n\nSome **bold**, _italic_, ~~struck~~ and `code`.\nA second line with [a link](https://example.com/a_(b) "t").\n',
  'Intro\n===\n\nText under it\n---\n\nMore\n\n---\n\nEnd',
  '- one\n- two\n  1. x\n  2. y\n     ```js\n     const a = 1\n     ```\n  3. z\n- [ ] to do\n- [x] done **now**\n\n* another list\n',
  '3. three\n4. four\n\n   loose **text**\n5. five\n\n1) other\n2) list',
  '> a quote\n> - with a list\n>   - nested\n>\n> > deeper\n\nafter',
  '| a | b | c |\n|:-:|---|--:|\n| **1** | [x](https://y.z) |\n| `p\\|q` | 2 | 3 | 4 |\n\nafter the table\n| d |\n|---|\n| e |\n',
  '```python title="x"\nprint("*a*")\n\n```\n~~~\n``` not the end\n~~~\nno `` code ` here `` then ```',
  'Hi <@U123>, see <#C1|general> <!here> <!subteam^S1|@ops> <!date^1392734382^{date_short}|Feb 18> <https://a.b|label> <https://c.d>.',
  'Bare https://example.com/x?y=1&z=2, me@example.com and main.rs. ![chart](https://i.example/c.png)\n',
  'a*b*c 2 * 3 snake_case_name 5*3 **「引用」** **重要**です \\*not\\* &amp; <b>html</b> a < b\n',
  'See [one][ref] and [two].\n\n[ref]: https://example.com/ref\n[two]: <https://example.com/two> "Two"\n\nafter',
  'family 👨‍👩‍👧 heart ❤️ flag 🇫🇷 tone 👋🏽 **👍**\r\nwindows\r\n\r\nlines\r\n- a\r\n- b',
  '- a\n- b\n\n\n  still b\n\n      code in b\n\npara\n- c\n-\n- d',
  '#\n##  \n# **Bold** head\n## *Only italic*\n### Head with [link](https://e.com)\n####### seven',
  '***both** then italic* and **bold *inner*** [**b** l](https://x.y) ![](https://i.j) [](https://k.l)',
]
