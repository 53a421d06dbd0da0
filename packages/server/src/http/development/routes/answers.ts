import { z } from 'zod'

/** The answer of a call that has nothing to tell. */
export const done = z.object({ ok: z.literal(true) })
/** What such an answer is, alone or as a part of one that tells more. */
export const isDone = { ok: true } as const
/** Milliseconds since 1970, by the server's clock. */
export const moment = z.number().describe('Unix milliseconds, by the server’s clock.')
