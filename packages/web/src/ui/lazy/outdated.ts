import { createStore } from 'zustand/vanilla'

/** Whether the server has another build of the client by now. */
export const outdated = createStore<{ is: boolean }>(() => ({ is: false }))

/** A part of the page could not be fetched: maybe because the server was updated, and its page begins with other files now. */
export async function lookForUpdate(): Promise<void> {
  const answer = await fetch(location.pathname, { cache: 'no-store' }).catch(() => undefined)
  const page = answer?.ok ? await answer.text().catch(() => undefined) : undefined
  if (page?.includes(new URL(import.meta.url).pathname) === false) outdated.setState({ is: true })
}
