import type { Attachment, Block } from '@rivulet/blocks/types'
import { blocksOfAttachment } from '@rivulet/blocks/attachments'
import { findInteractiveElements, type LocatedElement } from '@rivulet/blocks/elements'
import type { Db } from '#store/db'
import type { MessageReference, TargetReference } from './interactions.ts'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { type EphemeralRow, findEphemeral, hasContent } from '#domain/messages/ephemeral'
import { findMessage, type MessageRow } from '#domain/messages/find'
import { findReachableChannel } from '#domain/channels/access'
import { Refusal } from '#domain/refusal'
import { findView, type ViewRow } from '#domain/views/find'

/** The message, attachment of a message, or view in which a person interacts. They can see it. */
export type InteractionTarget =
  | { in: 'message'; channel: Channel; message: MessageRow; attachment?: Attachment | undefined }
  | { in: 'ephemeral'; channel: Channel; message: EphemeralRow; attachment?: Attachment | undefined }
  | { in: 'view'; view: ViewRow }

/** [ACT-1] Finds a message of a channel that the person is in, an ephemeral message for them, or a view of theirs. */
export async function findTarget(db: Db, person: Caller, reference: TargetReference): Promise<InteractionTarget> {
  if ('view_id' in reference) return { in: 'view', view: await findOwnView(db, person, reference.view_id) }
  return findMessageTarget(db, person, reference)
}

export async function findMessageTarget(
  db: Db,
  person: Caller,
  { channel: id, ts, attachment_id: attachmentId }: MessageReference,
): Promise<Exclude<InteractionTarget, { in: 'view' }>> {
  const { channel } = await findReachableChannel(db, person, id)
  const message = await findMessage(db, channel, ts)
  if (message) return { in: 'message', channel, message, attachment: findAttachment(message, attachmentId) }
  const ephemeral = await findEphemeral(db, channel, ts)
  if (ephemeral?.for_user === person.userId && hasContent(ephemeral))
    return { in: 'ephemeral', channel, message: ephemeral, attachment: findAttachment(ephemeral, attachmentId) }
  throw new Refusal('message_not_found', 'This message no longer exists.')
}

function findAttachment({ attachments }: MessageRow | EphemeralRow, id: number | undefined): Attachment | undefined {
  if (id === undefined) return undefined
  const found = attachments?.find((attachment) => attachment.id === id)
  if (found) return found
  throw new Refusal('action_not_found', 'This no longer exists.')
}

export async function findOwnView(db: Db, person: Caller, id: string): Promise<ViewRow> {
  const view = await findView(db, person.teamId, id)
  if (view?.user_id === person.userId) return view
  throw new Refusal('view_not_found', 'This is not open any more.')
}

export function appIdOf(target: InteractionTarget): string | null {
  // [UNF-3] What an app said of a link belongs to that app, whoever wrote the message.
  return target.in === 'view' ? target.view.app_id : (target.attachment?.app_id ?? target.message.app_id)
}

export function blocksOf(target: InteractionTarget): readonly Block[] {
  if (target.in === 'view') return target.view.view.blocks
  return target.attachment ? blocksOfAttachment(target.attachment) : target.message.blocks
}

/** [ACT-1] Finds the element a person interacts with, which has to be visible to them. */
export function findElement(
  target: InteractionTarget,
  person: Caller,
  named: { block_id?: string | undefined; action_id: string },
): LocatedElement {
  for (const located of findInteractiveElements(blocksOf(target))) {
    const { blockId, actionId, element } = located
    if (actionId !== named.action_id || (named.block_id ?? blockId) !== blockId) continue
    const visibleTo = element.type === 'icon_button' ? element.visible_to_user_ids : undefined
    if (visibleTo && !visibleTo.includes(person.userId)) break
    return located
  }
  throw new Refusal('action_not_found', 'This no longer exists.')
}
