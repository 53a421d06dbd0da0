import fc from 'fast-check'
import type { RichTextBlock, RichTextElement, RichTextInline } from '#types'

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
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

/** Removes undefined fields, as JSON does. */
function asJson<T extends object>(value: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return value.map((object) => JSON.parse(JSON.stringify(object)) as T)
}

const text = asJson(fc.record({ type: fc.constant('text' as const), text: words, style: textStyle }))
const link = asJson(
  fc.record({
    type: fc.constant('link' as const),
    url,
    text: optional(words),
    unsafe: optional(flag),
    style: textStyle,
  }),
)

const others: fc.Arbitrary<RichTextInline>[] = [
  fc.record({ type: fc.constant('user' as const), user_id: fc.constantFrom('U1', 'W2', 'UHERE'), style: mentionStyle }),
  fc.record({ type: fc.constant('usergroup' as const), usergroup_id: fc.constant('S1'), style: mentionStyle }),
  fc.record({ type: fc.constant('channel' as const), channel_id: fc.constantFrom('C1', 'D2'), style: mentionStyle }),
  fc.record({
    type: fc.constant('broadcast' as const),
    range: fc.constantFrom('here' as const, 'channel' as const, 'everyone' as const),
    style: styleOf('bold', 'underline'),
  }),
  fc.record({ type: fc.constant('color' as const), value: fc.constantFrom('#F405B3', 'fff000'), style: inlineStyle() }),
  fc.record({
    type: fc.constant('date' as const),
    timestamp: fc.constantFrom(0, 1392734382, -1),
    format: fc.constantFrom('{date} at {time}', '{nope}', 'then'),
    url: optional(url),
    fallback: optional(words),
    timezone: optional(fc.constant('Europe/Vienna')),
    style: inlineStyle(),
  }),
  fc.record({
    type: fc.constant('emoji' as const),
    name: fc.constantFrom('wave', 'no_such', 'wave::skin-tone-3'),
    unicode: optional(fc.constant('1f44b')),
    skin_tone: optional(fc.integer({ min: 1, max: 6 })),
    url: optional(url),
    style: styleOf('bold', 'strike'),
  }),
  newer('citation', { details: optional(fc.constant({ citation_type: 'web', title: 'T' })) }),
  newer('tag', {}),
  newer('canvas', { file_id: optional(fc.constant('F1')) }),
]

export const anyInline: fc.Arbitrary<RichTextInline> = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 2, arbitrary: link },
  ...others.map((other) => ({ weight: 1, arbitrary: asJson(other) })),
)

const inlines = fc.array(anyInline, { maxLength: 5 })
const border = optional(fc.constantFrom(0 as const, 1 as const))
const section = fc.record({ type: fc.constant('rich_text_section' as const), elements: inlines })
const part: fc.Arbitrary<RichTextElement> = fc.oneof(
  section,
  fc.record({
    type: fc.constant('rich_text_list' as const),
    style: fc.constantFrom('bullet' as const, 'ordered' as const),
    elements: fc.array(section, { maxLength: 3 }),
    indent: optional(fc.constantFrom(0, 1, 2, 8)),
    offset: optional(fc.constantFrom(0, 1, 4)),
    border,
  }),
  fc.record({ type: fc.constant('rich_text_quote' as const), elements: inlines, border }),
  fc.record({
    type: fc.constant('rich_text_preformatted' as const),
    elements: inlines,
    border,
    language: optional(fc.constantFrom('js', '')),
  }),
)

/** Any valid rich text: every element, with and without optional fields. */
export const anyRichText: fc.Arbitrary<RichTextBlock> = asJson(
  fc.record({ type: fc.constant('rich_text' as const), elements: fc.array(asJson(part), { maxLength: 6 }) }),
)

function inlineStyle() {
  return styleOf('bold', 'italic', 'highlight', 'client_highlight')
}

function newer<T extends 'citation' | 'tag' | 'canvas'>(type: T, own: Record<string, fc.Arbitrary<unknown>>) {
  return fc.record({ type: fc.constant(type), text: optional(words), url: optional(url), style: mentionStyle, ...own })
}
