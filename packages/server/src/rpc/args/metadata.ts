import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { isObject } from '#domain/jsonObjects'
import { type ArgumentFault, structured } from './structured.ts'
import { textUpTo } from './values.ts'

const maxMetadataBytes = 16 * 1024

/** Metadata of a message, at most 16 KiB. Refused with an `invalid_metadata_…` error or `metadata_too_large`. */
export const metadata = structured('object', 'invalid_metadata_format', checkMetadata)

/** New metadata of a message; `{}` removes what is there. */
export const newMetadata = structured<object>('object', 'invalid_metadata_format', (value) =>
  isObject(value) && Object.keys(value).length === 0 ? { value } : checkMetadata(value),
)

function checkMetadata(value: unknown): { value: z.output<typeof metadataSchema> } | ArgumentFault {
  if (!isObject(value)) {
    return { code: 'invalid_metadata_format', detail: '`metadata` must be a JSON object.', messages: [] }
  }
  const checked = metadataSchema.safeParse(value)
  if (!checked.success) {
    const detail = '`metadata` needs `event_type`, a string, and `event_payload`, an object.'
    return { code: 'invalid_metadata_schema', detail, messages: [] }
  }
  const size = Buffer.byteLength(JSON.stringify(checked.data))
  if (size <= maxMetadataBytes) return { value: checked.data }
  return {
    code: 'metadata_too_large',
    detail: `\`metadata\` is at most ${maxMetadataBytes} bytes; this is ${size}.`,
    messages: [],
  }
}
const metadataSchema = z.object({
  event_type: textUpTo(maxLength.id).min(1),
  event_payload: z.custom<object>(isObject),
})
