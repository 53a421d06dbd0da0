import { countCodePoints } from '@rivulet/blocks/codePoints'
import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { Refusal } from '#domain/refusal'
import { textCheckedLater } from './values.ts'

/** A number of bytes from 1, as a number or as text. */
export const byteCount = z
  .preprocess(
    (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
    z.int().min(1),
  )
  .meta({ type: 'integer', minimum: 1 })

/** Refused with `alt_txt_too_large`. */
export const altText = textCheckedLater(maxLength.altText)

/** The description of an image, '' without one. Clients of the public service use either name. Refused with `alt_txt_too_large`. */
export function altTextFrom(args: { alt_text?: string | undefined; alt_txt?: string | undefined }): string {
  const text = args.alt_text ?? args.alt_txt ?? ''
  const size = countCodePoints(text)
  if (size <= maxLength.altText) return text
  throw new Refusal('alt_txt_too_large', `\`alt_text\` is at most ${maxLength.altText} characters; this is ${size}.`)
}
