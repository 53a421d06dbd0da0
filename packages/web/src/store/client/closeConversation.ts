import { navigate, route } from '#routing/route.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { changeChannel } from './changeChannel.ts'

/** Closes a direct message until something new is posted. Resolves to what went wrong. */
export function closeConversation(channel: string): Promise<string | undefined> {
  return goFrom(channel, 'hide')
}

export function leaveChannel(channel: string): Promise<string | undefined> {
  return goFrom(channel, 'leave')
}

/** If the page shows it, the general channel is shown in its place. */
async function goFrom(channel: string, type: 'hide' | 'leave'): Promise<string | undefined> {
  const result = await changeChannel({ type, channel })
  if (!result.ok) return result.detail
  if (route.getState().channel === channel) showGeneralChannel()
  return undefined
}

function showGeneralChannel(): void {
  const general = Object.values(workspace.getState().channels).find((other) => other.general)
  navigate(general ? { channel: general.id } : {})
}
