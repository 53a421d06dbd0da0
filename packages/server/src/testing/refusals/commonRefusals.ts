import type { commonErrors } from '#rpc/errors/common'
import { channelRefusals } from './channelRefusals.ts'
import type { CommonRefusal } from './commonRefusal.ts'
import { requestRefusals } from './requestRefusals.ts'
import { serverRefusals } from './serverRefusals.ts'
import { teamRefusals } from './teamRefusals.ts'
import { tokenRefusals } from './tokenRefusals.ts'

/** By error and by cause. The compiler asks for errors that are missing; damage.test.ts covers request_timeout. */
export const commonRefusals: Record<
  Exclude<keyof typeof commonErrors, 'request_timeout'> | 'channel_not_found' | 'not_in_channel',
  Record<string, CommonRefusal>
> = { ...requestRefusals, ...tokenRefusals, ...teamRefusals, ...channelRefusals, ...serverRefusals }
