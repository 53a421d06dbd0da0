import { codePoints } from '@rivulet/blocks/codePoints'
import { checkBlocks, checkChunks, type Fault } from '@rivulet/blocks/check'
import { checkView } from '@rivulet/blocks/checkPayload'
import { z } from 'zod'
import { maxDepth, parseStructured } from './structured.ts'

/** A refusal that an argument's own check asks for, in place of `invalid_arguments`. */
export interface ArgumentFault {
  code: string
  detail: string
  /** Lines without `[ERROR] ` in front. */
  messages: string[]
}

export const channelId = z.string().meta({ examples: ['C0GENERAL'], description: 'A channel or direct message.' })
export const userId = z.string().meta({ examples: ['U0ANA'], description: 'A person or bot user.' })
export const teamId = z.string().meta({ examples: ['T0ACME'], description: 'A team.' })
export const messageTs = z.string().meta({ examples: ['1767225600.000100'], description: 'The ts of a message.' })
export const ownTeam = z.string().optional().describe('The team to act in: for an org-wide token alone.')
export const cursor = z.string().optional().describe('Where the page before ended: its `next_cursor`.')

/** `true`, `false`, `1`, `0`, as JSON or as words of a form. */
export const flag = z.preprocess((value) => {
  if (value === 'true' || value === '1' || value === 1) return true
  if (value === 'false' || value === '0' || value === 0) return false
  return value
}, z.boolean())

/** Text of at most so many characters, as people count them: an emoji is one, not two. */
export function textUpTo(most: number) {
  return z
    .string()
    .superRefine((text, context) => {
      if (text.length <= most || codePoints(text) <= most) return
      context.addIssue({ code: 'too_big', origin: 'string', maximum: most, inclusive: true, input: text })
    })
    .meta({ maxLength: most })
}

/** Ids joined by commas; each counts once. */
export const idList = z.string().transform((text) => {
  const ids = text.split(',').map((id) => id.trim())
  return [...new Set(ids.filter((id) => id !== ''))]
})

export function count(most: number, byDefault: number) {
  return z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
      z.int().min(1),
    )
    .transform((value) => Math.min(value, most))
    .default(byDefault)
    .describe(`How many at most; over ${most} counts as ${most}.`)
}

/** An argument that is JSON: as it is, or as a string that holds it. */
function structured<T>(
  type: 'array' | 'object',
  notJson: string,
  check: (value: unknown) => { value: T } | ArgumentFault,
  unreadable = `It is not JSON, or nested deeper than ${maxDepth} levels.`,
) {
  const given = type === 'array' ? { type, items: { type: 'object' } } : { type }
  return z
    .unknown()
    .meta(given)
    .transform((given, context): T => {
      if (given === undefined) {
        context.addIssue({ code: 'custom', message: 'missing' })
        return z.NEVER
      }
      const parsed = typeof given === 'string' ? parseStructured(given) : { value: given }
      const checked = parsed ? check(parsed.value) : { code: notJson, detail: unreadable, messages: [] }
      if ('value' in checked) return checked.value
      context.addIssue({ code: 'custom', message: checked.detail, params: { fault: checked } })
      return z.NEVER
    })
}

/** [STR-1] */
export const chunks = structured('array', 'invalid_chunks', (value) => {
  if (!Array.isArray(value)) return { code: 'invalid_chunks', detail: '`chunks` has to be an array.', messages: [] }
  const checked = checkChunks(value)
  if (checked.ok) return checked
  if (value.some(hasOddBlocks) && checked.faults.every(({ pointer }) => belowBlocks.test(pointer))) {
    return faultsOf('invalid_blocks_format', '`blocks` of a chunk has to be an array of objects', checked.faults)
  }
  const inBlocks = checked.faults.length > 0 && checked.faults.every(({ pointer }) => belowBlocks.test(pointer))
  if (checked.tooLong && inBlocks) return faultsOf('msg_blocks_too_long', 'There are too many blocks', checked.faults)
  return faultsOf(inBlocks ? 'invalid_blocks' : 'invalid_arguments', 'A chunk is not as it has to be', checked.faults)
})

const belowBlocks = /^\/chunks\/\d+\/blocks/

function hasOddBlocks(chunk: unknown): boolean {
  if (!isObject(chunk) || chunk['type'] !== 'blocks' || chunk['blocks'] === undefined) return false
  return !isArrayOfObjects(chunk['blocks'])
}

function isArrayOfObjects(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.every(isObject)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const blocks = structured('array', 'invalid_blocks_format', (value) => {
  if (!isArrayOfObjects(value)) {
    return { code: 'invalid_blocks_format', detail: '`blocks` has to be an array of objects.', messages: [] }
  }
  const checked = checkBlocks(value)
  if (checked.ok) return checked
  if (checked.tooLong) return faultsOf('msg_blocks_too_long', 'There are too many blocks', checked.faults)
  return faultsOf('invalid_blocks', 'A block is not as it has to be', checked.faults)
})

/** [ACT-8] A modal or a home. */
export const view = structured('object', 'invalid_arguments', (value) => {
  const checked = checkView(value, '/view')
  return checked.ok ? checked : faultsOf('invalid_arguments', 'The view is not as it has to be', checked.faults)
})

const metadataBytes = 16 * 1024

export const metadata = structured('object', 'invalid_metadata_format', checkMetadata)

/** The same, or `{}` to take it away. */
export const newMetadata = structured<object>('object', 'invalid_metadata_format', (value) =>
  isObject(value) && Object.keys(value).length === 0 ? { value } : checkMetadata(value),
)

function checkMetadata(value: unknown): { value: z.output<typeof metadataShape> } | ArgumentFault {
  if (!isObject(value)) {
    return { code: 'invalid_metadata_format', detail: '`metadata` has to be a JSON object.', messages: [] }
  }
  const checked = metadataShape.safeParse(value)
  if (!checked.success) {
    const detail = '`metadata` has to hold `event_type`, a string, and `event_payload`, an object.'
    return { code: 'invalid_metadata_schema', detail, messages: [] }
  }
  const size = Buffer.byteLength(JSON.stringify(checked.data))
  if (size <= metadataBytes) return { value: checked.data }
  return {
    code: 'metadata_too_large',
    detail: `\`metadata\` is at most ${metadataBytes} bytes; this is ${size}.`,
    messages: [],
  }
}
const metadataShape = z.object({ event_type: z.string().min(1), event_payload: z.record(z.string(), z.unknown()) })

/** Up to so many of something, as an array or as JSON in a string. */
export function jsonList<T extends z.ZodType>(item: T, most: number) {
  return z.preprocess((given) => {
    const parsed = typeof given === 'string' ? parseStructured(given) : { value: given }
    return parsed ? parsed.value : given
  }, z.array(item).max(most))
}

/** [STA-3] */
export const loadingMessages = jsonList(textUpTo(50).min(1), 10)

/** JSON that a method looks into by itself, as it is or in a string. */
export function payload(name: string, type: 'array' | 'object') {
  return structured(type, 'invalid_arguments', (value) => ({ value }), `"${name}" is not JSON.`)
}

export const appearance = {
  username: z.string().optional().describe('A name to show in place of the app’s. Needs `chat:write.customize`.'),
  icon_emoji: z
    .string()
    .optional()
    .describe('An emoji as icon, `:name:`; it wins over `icon_url`. Needs `chat:write.customize`.'),
  icon_url: z.string().optional().describe('The address of an image as icon. Needs `chat:write.customize`.'),
}

export function appearanceOf(args: {
  username?: string | undefined
  icon_emoji?: string | undefined
  icon_url?: string | undefined
}) {
  return {
    username: args.username || undefined,
    iconEmoji: args.icon_emoji || undefined,
    iconUrl: args.icon_url || undefined,
  }
}

function faultsOf(code: string, what: string, faults: Fault[]): ArgumentFault {
  const [first, ...more] = faults
  const where = first ? `, at ${first.pointer}: ${first.message}` : ''
  const detail = `${what}${where}${more.length > 0 ? ` (and ${more.length} more)` : ''}.`
  return { code, detail, messages: faults.map(({ message, pointer }) => `${message} [json-pointer:${pointer}]`) }
}
