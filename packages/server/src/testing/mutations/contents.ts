import fc from 'fast-check'
import { oddTexts } from './oddValues.ts'

/** What a message can say: as text, and as blocks with the same words in different places. */
export interface Content {
  text: string
  blocks: object[]
}

/** Ids that exist in team A of `twoTeamsFile`, ids of the wrong kind, and made-up ones. */
const ids = [
  'U0AANA',
  'U0SCOUT',
  'U0BANA',
  'C0AOPEN',
  'C0ASECRET',
  'D0AANASCOUT',
  'S0AOPS',
  'S0BOPS',
  'USLACKBOT',
  'A0SCOUT',
  'T0A',
  '__proto__',
  'U0NOBODY',
  'S0NOBODY',
]
const id = fc.constantFrom(...ids)

const marks = [
  '<!channel>',
  '<!here>',
  '<!everyone>',
  '<!date^1^{ago}|x>',
  '<!date^99999999999999^{date}|x>',
  '<!other>',
  '<>',
  '<@>',
  '<https://a.example|b>',
  '<javascript:a|b>',
  '<mailto:a@b.example>',
  '@channel',
  ':eyes:',
  ':no-such-emoji:',
  ...'*_~`|\n\u202E',
  '> ',
  '# ',
  '- [ ] ',
  '```\n',
  '| a | b |\n|---|---|\n',
  '[a](b)',
]
/** More of them than a database takes parameters or terms in one statement. */
const many = (mark: (n: number) => string) => Array.from({ length: 600 }, (_, n) => mark(n)).join('')

const piece = fc.oneof(
  { weight: 4, arbitrary: id.map((one) => `<@${one}>`) },
  { weight: 4, arbitrary: id.map((one) => `<!subteam^${one}>`) },
  { weight: 2, arbitrary: id.map((one) => `<#${one}>`) },
  { weight: 4, arbitrary: fc.constantFrom(...marks, ...oddTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      many((n) => `<@U${n}>`),
      many((n) => `<!subteam^S${n}>`),
      many((n) => `<#C${n}>`),
      many((n) => `word${n} `),
      'a'.repeat(3000),
    ),
  },
)
const texts = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))

const inline = fc.oneof(
  id.map((one) => ({ type: 'user', user_id: one })),
  id.map((one) => ({ type: 'usergroup', usergroup_id: one })),
  id.map((one) => ({ type: 'channel', channel_id: one })),
  fc.constantFrom('here', 'channel', 'everyone').map((range) => ({ type: 'broadcast', range })),
  fc.constantFrom('eyes', 'none', 'shipit').map((name) => ({ type: 'emoji', name })),
  fc.integer().map((timestamp) => ({ type: 'date', timestamp, format: '{ago}' })),
  texts.map((text) => ({ type: 'text', text })),
  texts.map((text) => ({ type: 'link', url: 'https://a.example', text })),
)
const section = fc
  .array(inline, { minLength: 1, maxLength: 5 })
  .map((elements) => ({ type: 'rich_text_section', elements }))
const richText = fc
  .tuple(section, fc.constantFrom('rich_text_section', 'rich_text_quote', 'rich_text_list'))
  .map(([inner, type]) => ({
    type: 'rich_text',
    elements: [
      type === 'rich_text_list' ? { type, style: 'bullet', elements: [inner] } : { type, elements: inner.elements },
    ],
  }))

const block = fc.oneof(
  richText,
  texts.map((text) => ({ type: 'section', text: { type: 'mrkdwn', text: text.slice(0, 3000) } })),
  texts.map((text) => ({ type: 'section', fields: [{ type: 'mrkdwn', text: text.slice(0, 2000) }] })),
  texts.map((text) => ({ type: 'context', elements: [{ type: 'mrkdwn', text: text.slice(0, 3000) }] })),
  texts.map((text) => ({ type: 'header', text: { type: 'plain_text', text: text.slice(0, 150) } })),
  texts.map((text) => ({ type: 'markdown', text })),
  richText.map((cell) => ({ type: 'table', rows: [[cell, { type: 'raw_text', text: 'a' }]] })),
)

export const contents: fc.Arbitrary<Content> = fc.record({
  text: texts,
  blocks: fc.array(block, { minLength: 1, maxLength: 4 }),
})
