import { countCodePoints } from '#codePoints'
import { colorPattern, idPatterns } from '#richText/patterns'
import { newerFields } from '#richText/newerFields'
import type { RichTextInline } from '#types'
import { styleFlags } from './node.ts'

type Test = (value: unknown) => boolean
/** What each field of an object must be. A field may be missing if `undefined` passes. */
type Fields = Readonly<Record<string, Test>>

const optional = (test: Test) => (value: unknown) => value === undefined || test(value)
const text = (value: unknown) => typeof value === 'string' && value !== ''
const url = (value: unknown) => typeof value === 'string' && value !== '' && countCodePoints(value) <= 3000
const word = optional((value) => typeof value === 'string')
const flag = optional((value) => typeof value === 'boolean')
const matching = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)
const integer = (value: unknown) => Number.isSafeInteger(value)

const flags = (names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, flag]))
const styled = (...more: string[]) => optional((value) => hasFields(value, flags([...styleFlags, ...more])))
const style = styled()
const shownStyle = styled('client_highlight')
const mentionStyle = styled('client_highlight', 'unlink')

const elements = new Map<unknown, Fields>(
  Object.entries<Fields>({
    text: { text, style },
    link: { url, text: optional(text), ...flags(['unsafe', 'from_llm', 'is_slack_url', 'truncated']), style },
    user: { user_id: matching(idPatterns.user), from_llm: flag, style: mentionStyle },
    usergroup: { usergroup_id: matching(idPatterns.usergroup), from_llm: flag, style: mentionStyle },
    channel: { channel_id: matching(idPatterns.channel), tab_id: word, from_llm: flag, style: mentionStyle },
    broadcast: { range: matching(/^(here|channel|everyone)$/), style },
    color: { value: matching(colorPattern), style: shownStyle },
    date: { timestamp: integer, format: text, url: optional(url), fallback: word, timezone: word, style: shownStyle },
    emoji: { name: text, unicode: word, skin_tone: optional(isTone), url: word, style },
    ...Object.fromEntries(Object.entries(newerFields).map(([type, fields]) => [type, fieldsOfNewer(fields)])),
  }),
)

function fieldsOfNewer(fields: string): Fields {
  const own = fields.split(' ').map((name): [string, Test] => [name, name === 'label' ? word : () => true])
  return { ...Object.fromEntries(own), text: word, url: word, fallback: word, name: word, style: mentionStyle }
}

function isTone(value: unknown): boolean {
  return integer(value) && Number(value) >= 1 && Number(value) <= 6
}

/**
 * Whether a value is an inline element, as the schema of rich text says. The editor of messages converts documents in the
 * browser, where the schemas, with the library that they need, would be a quarter of its code.
 */
export function isInline(value: unknown): value is RichTextInline {
  if (typeof value !== 'object' || value === null) return false
  const type: unknown = Reflect.get(value, 'type')
  const fields = elements.get(type)
  return fields !== undefined && hasFields(value, { ...fields, type: () => true })
}

function hasFields(value: unknown, fields: Fields): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const hasOthers = Object.keys(value).some((name) => !Object.hasOwn(fields, name))
  return !hasOthers && Object.entries(fields).every(([name, test]) => test(Reflect.get(value, name)))
}
