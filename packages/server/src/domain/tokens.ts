import type { Tx } from '#store/db'
import type { Caller } from './caller.ts'
import { entry } from './log.ts'

/** [TOK] Makes the token of this call worth nothing, for every process, from the next call on. */
export async function revokeToken(tx: Tx, { tokenHash, teamId }: Caller): Promise<void> {
  if (tokenHash === undefined) throw new Error('The call came without a token.')
  await tx.updateTable('tokens').set({ revoked: true }).where('hash', '=', tokenHash).execute()
  tx.work.log(entry('token', teamId, { subject: tokenHash }))
}
