import { navigate } from '#routing/route.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { changeChannel } from './changeChannel.ts'

/** Closes a direct message until something new is posted, and shows the general channel in its place. */
export async function closeConversation(channel: string): Promise<void> {
  const result = await changeChannel({ type: 'hide', channel })
  if (result.ok) showGeneralChannel()
}

export function showGeneralChannel(): void {
  const general = Object.values(workspace.getState().channels).find((other) => other.general)
  navigate(general ? { channel: general.id } : {})
}
