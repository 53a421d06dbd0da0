import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { fetchUntilLoaded } from './fetchUntilLoaded.ts'

const notLoaded = new Set<() => Promise<unknown>>()

/**
 * A component that the first paint does not need. Its code is fetched when the page is idle, or earlier when it is
 * rendered; until the code has arrived, however long the network is away, `fallback` is shown. Once loaded, it renders
 * without a fallback.
 */
export function lazyComponent<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  fallback: (props: Props) => ReactNode = () => null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const load = async () => {
    loaded = await fetchUntilLoaded(fetch)
    notLoaded.delete(load)
    return { default: loaded }
  }
  notLoaded.add(load)
  const Lazy = lazy(load)
  return function LazyComponent(props) {
    // Chosen once per mount: switching from `Lazy` to `loaded` would remount the component and lose its state.
    const [Component] = useState(() => loaded ?? Lazy)
    return (
      <Suspense fallback={fallback(props)}>
        <Component {...props} />
      </Suspense>
    )
  }
}

/** Fetches all lazy components when the page is idle. */
export function preloadLazyComponents(): () => void {
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
