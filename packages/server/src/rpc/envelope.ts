import { z } from 'zod'

const warnings = { warning: z.string().optional().describe('The codes of the warnings, joined by commas.') }

/** [ENV-5] The schema of what any success may have in addition to the fields of its method. */
export const successEnvelope = z.object({
  ok: z.literal(true),
  ...warnings,
  response_metadata: z.looseObject({ warnings: z.array(z.string()).optional() }).optional(),
})

/** [ENV-3] The schema of a failure. */
export const failureEnvelope = z.strictObject({
  ok: z.literal(false),
  error: z.string().describe('The error code.'),
  detail: z.string().optional().describe('A sentence that says what is wrong.'),
  errors: z
    .array(
      z.union([
        z.string(),
        z.looseObject({ code: z.string(), message: z.string(), pointer: z.string() }),
        z.strictObject({ user: z.string(), ok: z.literal(false), error: z.string() }),
      ]),
    )
    .optional()
    .describe('Each fault of blocks, as a line or an object; or each person who cannot be invited.'),
  needed: z.string().optional().describe('For `missing_scope`: the scopes of which the token needs one.'),
  provided: z.string().optional().describe('For `missing_scope`: the scopes that the token has.'),
  args: z.record(z.string(), z.unknown()).optional().describe('For api.test: the arguments of the call.'),
  req_method: z.string().optional().describe('For `unknown_method`: the name that was called.'),
  ...warnings,
  response_metadata: z
    .strictObject({
      messages: z.array(z.string()).optional().describe('A line for each fault: `[ERROR] … [json-pointer:/…]`.'),
      warnings: z.array(z.string()).optional(),
    })
    .optional(),
})
