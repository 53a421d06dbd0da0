import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { lazyCode } from './lazyCode.ts'

/**
 * A component that the first paint does not need. Its code is fetched when the page is idle, or earlier when it is
 * rendered; until the code has arrived, however long the network is away, `fallback` is shown. Once loaded, it renders
 * without a fallback.
 */
export function lazyComponent<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  fallback: (props: Props) => ReactNode = () => null,
): ComponentType<Props> {
  const code = lazyCode(fetch)
  const Lazy = lazy(async () => ({ default: await code.load() }))
  return function LazyComponent(props) {
    // Chosen once per mount: switching from `Lazy` to `loaded` would remount the component and lose its state.
    const [Component] = useState(() => code.get() ?? Lazy)
    return (
      <Suspense fallback={fallback(props)}>
        <Component {...props} />
      </Suspense>
    )
  }
}
