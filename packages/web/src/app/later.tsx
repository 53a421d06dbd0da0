import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'

type Part<Props> = ComponentType<Props>

const waiting = new Set<() => Promise<unknown>>()

/**
 * A part of the page that the first message does without. It is fetched when the page has nothing else to do, or when it
 * is to be drawn before that; once it is here it is drawn at once. `meanwhile` stands in its place until then.
 */
export function later<Props extends object>(
  fetch: () => Promise<Part<Props>>,
  meanwhile: (props: Props) => ReactNode = () => null,
): Part<Props> {
  let here: Part<Props> | undefined
  const load = async () => {
    here = await fetch()
    waiting.delete(load)
    return { default: here }
  }
  waiting.add(load)
  const Fetched = lazy(load)
  return function Later(props) {
    // The same until it goes: another one in its place would begin anew, and forget what it was at.
    const [Shown] = useState(() => here ?? Fetched)
    return (
      <Suspense fallback={meanwhile(props)}>
        <Shown {...props} />
      </Suspense>
    )
  }
}

/** Fetches what was put off, so that it is there before anybody asks for it; what fails is asked for again when drawn. */
export function fetchTheRest(): () => void {
  const idle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200))
  const forget = window.cancelIdleCallback ?? clearTimeout
  const handle = idle(() => {
    for (const load of waiting) load().catch(() => {})
  })
  return () => forget(handle)
}
