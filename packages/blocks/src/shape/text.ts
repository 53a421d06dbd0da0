import { z } from 'zod'
import { codePoints } from '#codePoints'

/** A string of 1 to `most` characters, counted as Unicode code points. */
export function text(most = Infinity) {
  return atMost(most).min(1)
}

/** A string of 0 to `most` characters, counted as Unicode code points. */
export function atMost(most: number) {
  return z.string().check((ctx) => {
    if (ctx.value.length <= most || codePoints(ctx.value) <= most) return
    ctx.issues.push({ code: 'too_big', origin: 'string', maximum: most, input: ctx.value, continue: true })
  })
}

export function integer() {
  return z.int('must provide an integer')
}

export function url() {
  return text(3000)
}

export const plainText = (most = 3000) =>
  z.object({ type: z.literal('plain_text'), text: text(most), emoji: z.boolean().optional() })

const mrkdwn = (most: number) =>
  z.object({ type: z.literal('mrkdwn'), text: text(most), verbatim: z.boolean().optional() })

export const textObject = (most = 3000) => z.discriminatedUnion('type', [plainText(most), mrkdwn(most)])

export const urlSource = z.object({ type: z.literal('url'), text: text(), url: url() })
