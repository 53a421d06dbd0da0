import { open } from '#methods/views/open'
import { insertTrigger } from '#testing/calls/callContext'
import type { Workspace } from '#testing/workspace/workspace'

const ana = { team: 'T0ACME', user: 'U0ANA' }
const text = (words: string) => ({ type: 'plain_text', text: words })

export const modal = (title = 'Title', more: object = {}) => ({
  type: 'modal',
  title: text(title),
  blocks: [{ type: 'header', text: text(title) }],
  ...more,
})
export const homeView = (words = 'Home', more: object = {}) => ({
  type: 'home',
  blocks: [{ type: 'header', text: text(words) }],
  ...more,
})
/** Over 250 KiB. */
export const largeBlocks = Array.from({ length: 90 }, () => ({ type: 'section', text: text('x'.repeat(3000)) }))

/** Creates a trigger as if Ana had just interacted with Scout, in a modal if `viewId` names one. */
export function createTrigger(scene: Pick<Workspace, 'store'>, viewId?: string): Promise<string> {
  return insertTrigger({ store: scene.store, ...ana }, viewId)
}

/** Opens a modal of Scout for Ana. Returns its id. */
export async function openModal(scene: Workspace, more: object = {}): Promise<string> {
  const trigger_id = await createTrigger(scene)
  const { view } = await scene.call(open, { trigger_id, view: modal('Title', more) })
  return view!.id
}

/** Refusals because of an invalid trigger. */
export const triggerRefusals = {
  invalid_trigger_id: { args: { trigger_id: '1.2.abc', view: modal() }, detail: 'not given this trigger_id' },
  expired_trigger_id: {
    args: { view: modal() },
    prepare: async (scene: Workspace) => {
      const trigger_id = await createTrigger(scene)
      await scene.store.write((tx) => tx.updateTable('triggers').set({ expires_at: 0 }).execute())
      return { trigger_id }
    },
    detail: '3 seconds',
  },
  exchanged_trigger_id: {
    args: { view: modal() },
    prepare: async (scene: Workspace) => {
      const trigger_id = await createTrigger(scene)
      await scene.call(open, { trigger_id, view: modal() })
      return { trigger_id }
    },
    detail: 'used before',
  },
}

/** Refusals because of an invalid modal; `where` prepares the trigger or view id of the call. */
export function modalRefusals(where: (scene: Workspace) => Promise<Record<string, unknown>>) {
  return {
    view_too_large: { args: { view: modal('t', { blocks: largeBlocks }) }, prepare: where, detail: '256000' },
    duplicate_external_id: {
      args: { view: modal('t', { external_id: 'one' }) },
      prepare: async (scene: Workspace) => {
        const id = await openModal(scene, { external_id: 'one' })
        // Otherwise the new view would replace this one.
        await scene.store.write((tx) => tx.updateTable('views').set({ page: 'other' }).where('id', '=', id).execute())
        return where(scene)
      },
      detail: '"one"',
    },
  }
}
