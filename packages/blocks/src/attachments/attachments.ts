import { assignIds } from '#elements'
import type { ActionsBlock, Attachment, AttachmentAction, Block, GivenAttachment } from '#types'

const colours: Readonly<Record<string, string>> = { good: '2eb886', warning: 'daa038', danger: 'a30200' }

/** What stands for an attachment without any words. */
export const noPreview = '[no preview available]'

/** Attachments as a message keeps them: numbered from 1 after `lastId`, with a fallback, a hex colour, and ids in their blocks. */
export function completeAttachments(given: readonly GivenAttachment[], makeId: () => string, lastId = 0): Attachment[] {
  return given.map(({ color, fallback, blocks, actions, ...rest }, i) => ({
    ...rest,
    id: lastId + i + 1,
    ...(color === undefined ? {} : { color: colours[color] ?? color.replace(/^#/, '') }),
    ...(blocks ? { blocks: assignIds(blocks, makeId) } : {}),
    ...(actions ? { actions: actions.map((action, n) => ({ ...action, id: String(n + 1) })) } : {}),
    fallback: fallback || rest.title || rest.text || rest.pretext || noPreview,
  }))
}

/** The blocks of an attachment. Its `actions` are one more, an actions block. */
export function blocksOfAttachment(attachment: Attachment): readonly Block[] {
  const { blocks = [], actions = [] } = attachment
  return actions.length === 0 ? blocks : [...blocks, actionsBlockOf(attachment.id, actions)]
}

const legacyBlockId = 'attachment actions'

/** Finds the action that an element of `blocksOfAttachment` stands for; undefined for an element of a block. */
export function findAction({ actions = [] }: Attachment, blockId: string, id: string): AttachmentAction | undefined {
  return blockId.startsWith(legacyBlockId) ? actions.find((action) => action.id === id) : undefined
}

function actionsBlockOf(id: number, actions: readonly AttachmentAction[]): ActionsBlock {
  return { type: 'actions', block_id: `${legacyBlockId} ${id}`, elements: actions.map(toElement) }
}

function toElement(action: AttachmentAction): ActionsBlock['elements'][number] {
  const { id: action_id, text, value, url, style, min_query_length: min } = action
  const confirm = toConfirm(action.confirm)
  if (action.type === 'button') {
    const button = { type: 'button' as const, action_id, text: plain(text), value, url, confirm }
    return style === undefined || style === 'default' ? button : { ...button, style }
  }
  const select = { action_id, placeholder: plain(text), confirm }
  const chosen = action.selected_options?.[0]?.value
  switch (action.data_source) {
    case 'users':
      return { type: 'users_select', ...select, initial_user: chosen }
    case 'channels':
      return { type: 'channels_select', ...select, initial_channel: chosen }
    case 'conversations':
      return { type: 'conversations_select', ...select, initial_conversation: chosen }
    case 'external':
      return { type: 'external_select', ...select, min_query_length: min, initial_option: toOption(action) }
    default: {
      const groups = action.option_groups?.map((group) => ({
        label: plain(group.text),
        options: group.options.map(optionOf),
      }))
      const options = groups ? { option_groups: groups } : { options: (action.options ?? []).map(optionOf) }
      return { type: 'static_select', ...select, ...options, initial_option: toOption(action) }
    }
  }
}

function toOption({ selected_options: [first] = [] }: AttachmentAction) {
  return first && optionOf(first)
}

function optionOf({ text, value, description }: { text: string; value: string; description?: string | undefined }) {
  return { text: plain(text), value, ...(description === undefined ? {} : { description: plain(description) }) }
}

function toConfirm(confirm: AttachmentAction['confirm']) {
  if (!confirm) return undefined
  const { title, text, ok_text: ok, dismiss_text: dismiss } = confirm
  return {
    title: plain(title || 'Are you sure?'),
    text: plain(text),
    confirm: plain(ok || 'Okay'),
    deny: plain(dismiss || 'Cancel'),
  }
}

function plain(text: string) {
  return { type: 'plain_text' as const, text }
}

/** All words of attachments as mrkdwn, for a search. */
export function wordsOfAttachments(
  attachments: readonly Attachment[],
  wordsOfBlocks: (blocks: readonly Block[]) => string,
): string {
  return attachments
    .flatMap(({ pretext, author_name, author_subname, title, text, fields = [], blocks = [], footer, fallback }) => {
      const words = [
        pretext,
        author_name,
        author_subname,
        title,
        text,
        ...fields.flatMap((field) => [field.title, field.value]),
        wordsOfBlocks(blocks),
        footer,
      ].filter(Boolean)
      return words.length > 0 ? words : [fallback]
    })
    .join('\n')
}
