import { z } from 'zod'
import type { ViewRow } from '#domain/views/find'

const text = z.object({ type: z.literal('plain_text'), text: z.string(), emoji: z.boolean().optional() })

/** The schema of a view object. */
export const viewObject = z.object({
  id: z.string(),
  team_id: z.string(),
  app_id: z.string(),
  app_installed_team_id: z.string(),
  bot_id: z.string(),
  type: z.enum(['modal', 'home']),
  title: text.nullable(),
  submit: text.nullable(),
  close: text.nullable(),
  blocks: z.array(z.record(z.string(), z.unknown())),
  private_metadata: z.string(),
  callback_id: z.string(),
  external_id: z.string(),
  state: z.object({ values: z.record(z.string(), z.record(z.string(), z.unknown())) }),
  hash: z.string().describe('Changes with the view.'),
  clear_on_close: z.boolean(),
  notify_on_close: z.boolean(),
  root_view_id: z.string(),
  previous_view_id: z.string().nullable(),
})

type ViewObject = z.input<typeof viewObject>
export type StateValues = ViewObject['state']['values']

/** A view. `previousId` is the id of the modal below it; `values` are the state values. */
export function toViewObject(
  row: ViewRow,
  botId: string,
  { previousId, values = {} }: { previousId?: string | undefined; values?: StateValues } = {},
): ViewObject {
  const { view } = row
  const modal = view.type === 'modal' ? view : undefined
  return {
    id: row.id,
    team_id: row.team_id,
    app_id: row.app_id,
    app_installed_team_id: row.team_id,
    bot_id: botId,
    type: view.type,
    title: modal?.title ?? null,
    submit: modal?.submit ?? null,
    close: modal?.close ?? null,
    blocks: view.blocks.map((block) => ({ ...block })),
    private_metadata: view.private_metadata ?? '',
    callback_id: view.callback_id ?? '',
    external_id: row.external_id ?? '',
    state: { values },
    hash: row.hash,
    clear_on_close: view.clear_on_close ?? false,
    notify_on_close: view.notify_on_close ?? false,
    root_view_id: row.root_id,
    previous_view_id: previousId ?? null,
  }
}
