import fc from 'fast-check'

/** Any Markdown, made of marks and other text in any order. */
export function anyMarkdown() {
  const bits = [
    '**',
    '*',
    '_',
    '`',
    '```',
    '\n',
    '\n\n',
    '- ',
    '1. ',
    '> ',
    '# ',
    '|',
    '|--|',
    '[',
    '](',
    ')',
    '<',
    '>',
    '<@U1>',
    'a',
    ' ',
    '~~',
    '---',
    '\\',
    'https://x.y',
    '    ',
    '![',
    ':',
    '😀',
  ]
  return fc
    .array(fc.oneof(fc.constantFrom(...bits), fc.string({ maxLength: 3 })), { maxLength: 40 })
    .map((parts) => parts.join(''))
}
