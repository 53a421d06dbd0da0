import type { ShownView } from '#domain/interactions/interactions'
import type { ViewRow } from './find.ts'

/** A view for who sees it; what only its app is to know stays here. */
export function shownView({ id, app_id, view }: ViewRow): ShownView {
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
