/** Colours of code: those of the web client, which follow light and dark by themselves. */
export const codeTheme = {
  name: 'rivulet',
  colors: { 'editor.foreground': 'var(--ink-1)', 'editor.background': 'var(--surface-1)' },
  settings: [
    { settings: { foreground: 'var(--ink-1)', background: 'var(--surface-1)' } },
    colour('--code-comment', ['comment', 'punctuation.definition.comment']),
    colour('--code-keyword', ['keyword', 'storage', 'constant.language', 'keyword.operator.new']),
    colour('--code-string', ['string', 'punctuation.definition.string', 'string.unquoted.plain.out.yaml']),
    colour('--code-number', ['constant.numeric', 'constant.character.escape', 'variable.other.normal.shell']),
    colour('--code-name', [
      'entity.name',
      'support.function',
      'support.class',
      'support.type',
      'meta.object-literal.key',
    ]),
    colour('--ink-1', ['keyword.operator', 'variable', 'punctuation']),
  ],
}

function colour(name: string, scope: string[]) {
  return { scope, settings: { foreground: `var(${name})` } }
}
