import { createStore } from 'zustand/vanilla'

/** Whether the server has another build of the client by now, and no more of this one. */
export const outdated = createStore<{ is: boolean }>(() => ({ is: false }))

/** A part of the page could not be fetched: maybe because the server was updated, and no longer has what this page began with. */
export async function lookForUpdate(): Promise<void> {
  const answer = await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (answer?.status === 404) outdated.setState({ is: true })
}
