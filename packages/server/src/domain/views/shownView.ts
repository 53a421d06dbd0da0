import type { ShownView } from '#domain/interactions/interactions'
import type { ViewRow } from './find.ts'

/** Turns a view into what the browser shows. What only the app may know is left out. */
export function toShownView({ id, app_id, view }: ViewRow): ShownView {
  const { type, blocks } = view
  if (view.type === 'home') return { id, app_id, type, blocks }
  const { title, submit, close } = view
  return {
    id,
    app_id,
    type,
    blocks,
    title: title.text,
    ...(submit ? { submit: submit.text } : {}),
    ...(close ? { close: close.text } : {}),
  }
}
