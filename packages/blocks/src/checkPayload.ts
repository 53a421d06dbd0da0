import { z } from 'zod'
import type { Block } from '#block'
import { type Checked, checkBlocks, type Fault } from '#check'
import { faultsOf } from '#shape/faults'
import { atMost, plainText } from '#shape/text'

const mostInView = 100
const label = plainText(24)

const rest = {
  callback_id: atMost(255).optional(),
  external_id: atMost(255).optional(),
  private_metadata: atMost(3000).optional(),
  clear_on_close: z.boolean().optional(),
  notify_on_close: z.boolean().optional(),
}
/** What surrounds the blocks of a view; they are checked apart. */
const view = z.discriminatedUnion('type', [
  z.object({ type: z.literal('modal'), title: label, submit: label.optional(), close: label.optional(), ...rest }),
  z.object({ type: z.literal('home'), ...rest }),
])

const message = z.object({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  attachments: z.array(z.looseObject({ blocks: z.unknown().optional() })).optional(),
})

/** A modal or a home, as views.open and views.publish take it. */
export type View = z.infer<typeof view> & { blocks: Block[] }

/** Everything that is wrong with a view as views.open takes it; pointers start at the view. */
export function viewFaults(value: unknown): Fault[] {
  const checked = checkView(value)
  return checked.ok ? [] : checked.faults
}

/** A view without the keys that the declaration does not name; its blocks as they were given. */
export function checkView(value: unknown, pointer = ''): Checked<View> {
  const given = view.safeParse(value, { reportInput: true })
  if (!given.success && !isObject(value)) return { ok: false, faults: faultsOf(given.error.issues, pointer) }
  const faults = given.success ? [] : faultsOf(given.error.issues, pointer)
  const blocks = isObject(value) ? value['blocks'] : undefined
  if (blocks === undefined) faults.push({ message: 'missing required field: blocks', pointer })
  const checked = checkBlocks(blocks ?? [], `${pointer}/blocks`, mostInView)
  if (!checked.ok) return { ok: false, faults: [...faults, ...checked.faults] }
  if (!given.success || faults.length > 0) return { ok: false, faults }
  const { data } = given
  if (data.type === 'modal' && !data.submit && checked.value.some((block) => block.type === 'input'))
    return { ok: false, faults: [{ message: 'missing required field: submit', pointer }] }
  return { ok: true, value: { ...data, blocks: checked.value } }
}

/** Everything that is wrong with the blocks of a message, also of those in attachments; pointers start at the message. */
export function messageFaults(value: unknown): Fault[] {
  const given = message.safeParse(value, { reportInput: true })
  if (!given.success) return faultsOf(given.error.issues, '')
  const { blocks, attachments = [] } = given.data
  return [
    ...(blocks === undefined ? [] : blockFaults(blocks, '/blocks')),
    ...attachments.flatMap((attachment, i) =>
      attachment.blocks === undefined ? [] : blockFaults(attachment.blocks, `/attachments/${i}/blocks`),
    ),
  ]
}

/** Everything that is wrong with an array of blocks; pointers start at `pointer`. */
export function blockFaults(value: unknown, pointer = '', most?: number): Fault[] {
  const checked = checkBlocks(value, pointer, most)
  return checked.ok ? [] : checked.faults
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
