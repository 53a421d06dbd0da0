import { z } from 'zod'

const warnings = { warning: z.string().optional().describe('The words of the warnings, joined by commas.') }

/** [ENV-5] What any success may have beside `ok` and the fields of its method. */
export const successEnvelope = z.object({
  ok: z.literal(true),
  ...warnings,
  response_metadata: z.looseObject({ warnings: z.array(z.string()).optional() }).optional(),
})

/** [ENV-3] All that a refusal may have. */
export const failureEnvelope = z.strictObject({
  ok: z.literal(false),
  error: z.string().describe('The word for what is wrong.'),
  detail: z.string().optional().describe('The same in a sentence: what is wrong, and with what.'),
  errors: z
    .array(
      z.union([
        z.string(),
        z.looseObject({ code: z.string(), message: z.string(), pointer: z.string() }),
        z.strictObject({ user: z.string(), ok: z.literal(false), error: z.string() }),
      ]),
    )
    .optional()
    .describe('Each fault of blocks, as a line or as an object; of an invitation each person who cannot be invited.'),
  needed: z.string().optional().describe('For `missing_scope`: the scopes of which one is needed.'),
  provided: z.string().optional().describe('For `missing_scope`: the scopes of the token.'),
  args: z.record(z.string(), z.unknown()).optional().describe('For api.test: what it was given.'),
  req_method: z.string().optional().describe('For `unknown_method`: what was asked for.'),
  ...warnings,
  response_metadata: z
    .strictObject({
      messages: z.array(z.string()).optional().describe('A line for each fault: `[ERROR] … [json-pointer:/…]`.'),
      warnings: z.array(z.string()).optional(),
    })
    .optional(),
})
