import fc from 'fast-check'
import type { RichTextBlock, RichTextElement, RichTextInline } from '#block'

const flag = fc.constantFrom(true, true, false)
const styleOf = (...flags: string[]) =>
  fc.option(fc.record(Object.fromEntries(flags.map((name) => [name, flag])), { requiredKeys: [] }), { nil: undefined })
const textStyle = styleOf('bold', 'italic', 'strike', 'underline', 'code', 'highlight')
const mentionStyle = styleOf('bold', 'code', 'highlight', 'client_highlight', 'unlink')
const words = fc
  .array(fc.constantFrom('a', 'b', ' ', '\n', '\n\n', 'é', '👋', '\ud83d', '<b>', '*c*'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''))
const url = fc.constantFrom('https://a.b', 'https://a.b/?c=d|e', 'mailto:a@b.c', 'javascript:alert(1)')
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

/** Without what is undefined, as JSON has it. */
function bare<T extends object>(value: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return value.map((one) => JSON.parse(JSON.stringify(one)) as T)
}

const text = bare(fc.record({ type: fc.constant('text' as const), text: words, style: textStyle }))
const link = bare(
  fc.record({ type: fc.constant('link' as const), url, text: some(words), unsafe: some(flag), style: textStyle }),
)

const others: fc.Arbitrary<RichTextInline>[] = [
  fc.record({ type: fc.constant('user' as const), user_id: fc.constantFrom('U1', 'W2', 'here'), style: mentionStyle }),
  fc.record({ type: fc.constant('usergroup' as const), usergroup_id: fc.constant('S1'), style: mentionStyle }),
  fc.record({ type: fc.constant('channel' as const), channel_id: fc.constantFrom('C1', 'D2'), style: mentionStyle }),
  fc.record({
    type: fc.constant('broadcast' as const),
    range: fc.constantFrom('here' as const, 'channel' as const, 'everyone' as const),
    style: styleOf('bold', 'underline'),
  }),
  fc.record({ type: fc.constant('color' as const), value: fc.constantFrom('#F405B3', 'fff000'), style: mentionless() }),
  fc.record({
    type: fc.constant('date' as const),
    timestamp: fc.constantFrom(0, 1392734382, -1),
    format: fc.constantFrom('{date} at {time}', '{nope}', 'then'),
    url: some(url),
    fallback: some(words),
    timezone: some(fc.constant('Europe/Vienna')),
    style: mentionless(),
  }),
  fc.record({
    type: fc.constant('emoji' as const),
    name: fc.constantFrom('wave', 'no_such', 'wave::skin-tone-3'),
    unicode: some(fc.constant('1f44b')),
    skin_tone: some(fc.integer({ min: 1, max: 6 })),
    url: some(url),
    style: styleOf('bold', 'strike'),
  }),
  fc.record({
    type: fc.constantFrom('citation' as const, 'tag' as const, 'canvas' as const),
    text: some(words),
    url: some(url),
    file_id: some(fc.constant('F1')),
    details: some(fc.constant({ citation_type: 'web', title: 'T' })),
    style: mentionStyle,
  }),
]

export const anyInline: fc.Arbitrary<RichTextInline> = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 2, arbitrary: link },
  ...others.map((one) => ({ weight: 1, arbitrary: bare(one) })),
)

const inlines = fc.array(anyInline, { maxLength: 5 })
const border = some(fc.constantFrom(0 as const, 1 as const))
const section = fc.record({ type: fc.constant('rich_text_section' as const), elements: inlines })
const part: fc.Arbitrary<RichTextElement> = fc.oneof(
  section,
  fc.record({
    type: fc.constant('rich_text_list' as const),
    style: fc.constantFrom('bullet' as const, 'ordered' as const),
    elements: fc.array(section, { maxLength: 3 }),
    indent: some(fc.constantFrom(0, 1, 2, 8)),
    offset: some(fc.constantFrom(0, 1, 4)),
    border,
  }),
  fc.record({ type: fc.constant('rich_text_quote' as const), elements: inlines, border }),
  fc.record({
    type: fc.constant('rich_text_preformatted' as const),
    elements: inlines,
    border,
    language: some(fc.constantFrom('js', '')),
  }),
)

/** Any rich text that may be posted: every element, with and without what may be left out. */
export const anyRichText: fc.Arbitrary<RichTextBlock> = bare(
  fc.record({ type: fc.constant('rich_text' as const), elements: fc.array(bare(part), { maxLength: 6 }) }),
)

function mentionless() {
  return styleOf('bold', 'italic', 'highlight', 'client_highlight')
}
