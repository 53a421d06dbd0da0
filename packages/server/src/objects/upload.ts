import { codePoints } from '@rivulet/blocks/codePoints'
import { z } from 'zod'
import { Refusal } from '#domain/refusal'

/** A number of bytes, more than none, as a number or as digits of a form. */
export const bytes = z
  .preprocess(
    (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
    z.int().min(1),
  )
  .meta({ type: 'integer', minimum: 1 })

const longest = 1000

/** Clients and pages of the public service name it in two ways. */
export function alternative(args: { alt_text?: string | undefined; alt_txt?: string | undefined }): string {
  const text = args.alt_text ?? args.alt_txt ?? ''
  const size = codePoints(text)
  if (size <= longest) return text
  throw new Refusal('alt_txt_too_large', `\`alt_text\` is at most ${longest} characters; this is ${size}.`)
}
