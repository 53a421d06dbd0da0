import { useSyncExternalStore } from 'react'
import { fetchUntilLoaded } from './fetchUntilLoaded.ts'

const notLoaded = new Set<() => Promise<unknown>>()
let held: Promise<unknown> = Promise.resolve()
const maxHoldMs = 3000

/** Lets no lazy code be fetched until the returned function is called: the first messages need the network and the processor for themselves. */
export function holdLazyCode(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  setTimeout(resolve, maxHoldMs)
  return resolve
}

/** Fetches code once it is not held back any more, and again until it is there. */
export async function fetchLazily<Code>(fetch: () => Promise<Code>): Promise<Code> {
  await held
  return fetchUntilLoaded(fetch)
}

/** Code that the first paint does not need. */
export type LazyCode<Code> = {
  /** The code, if it is there. */
  get: () => Code | undefined
  /** Resolves once the code is there, however long the network is away. Fetches it only once. */
  load: () => Promise<Code>
  /** The code, once it is there. It is fetched as soon as it is wanted. */
  use: (wanted: boolean) => Code | undefined
}

/** Code that is fetched when the page is idle, or earlier when it is wanted. */
export function lazyCode<Code>(fetch: () => Promise<Code>): LazyCode<Code> {
  let code: Code | undefined
  let loading: Promise<Code> | undefined
  const listeners = new Set<() => void>()
  const get = () => code
  const load = () => (loading ??= fetchLazily(fetch).then(arrive))
  notLoaded.add(load)

  function arrive(fetched: Code): Code {
    code = fetched
    notLoaded.delete(load)
    for (const listener of listeners) listener()
    return fetched
  }

  function whenThere(listener: () => void): () => void {
    listeners.add(listener)
    void load()
    return () => listeners.delete(listener)
  }

  return { get, load, use: (wanted) => useSyncExternalStore(wanted ? whenThere : never, get) }
}

function never(): () => void {
  return () => {}
}

/** Fetches all lazy code when the page is idle. */
export function preloadLazyCode(): () => void {
  return whenIdle(() => {
    for (const load of notLoaded) void load()
  })
}

/** Calls back once the page has nothing else to do. Returns how to cancel it. */
export function whenIdle(callback: () => void): () => void {
  const schedule = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
  const cancel = window.cancelIdleCallback ?? clearTimeout
  const handle = schedule(callback)
  return () => cancel(handle)
}

/** Calls back once what is rendered has been painted, or in a page that is not in sight a moment later. Returns how to cancel it. */
export function afterPaint(callback: () => void): () => void {
  let timer = setTimeout(callback, 200)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(callback)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
