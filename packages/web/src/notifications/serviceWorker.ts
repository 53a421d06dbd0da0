import { parseRoute, navigate } from '#routing/route.ts'

const address = '/sw.js'
let registering: Promise<ServiceWorkerRegistration | undefined> | undefined

/** The service worker of this browser; undefined if it takes none here. */
export function serviceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return (registering ??= register())
}

/** Registers the service worker, and opens what it was asked to open. */
export function startServiceWorker(): () => void {
  void serviceWorker()
  const onMessage = ({ data }: MessageEvent<{ type?: unknown; path?: unknown }>) => {
    if (data.type === 'open' && typeof data.path === 'string') navigate(parseRoute(data.path))
  }
  navigator.serviceWorker?.addEventListener('message', onMessage)
  return () => navigator.serviceWorker?.removeEventListener('message', onMessage)
}

async function register(): Promise<ServiceWorkerRegistration | undefined> {
  // A page without a secure origin has none, and neither has Vite's development server.
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return undefined
  try {
    await navigator.serviceWorker.register(trusted(address))
    return await navigator.serviceWorker.ready
  } catch {
    registering = undefined
    return undefined
  }
}

type ScriptPolicy = { createScriptURL(url: string): string }

const rules: ScriptPolicy = {
  createScriptURL(url) {
    if (url !== address) throw new TypeError(`${url} is no script of the client.`)
    return url
  },
}

/** The page's policy takes no text as the address of a script. Returns what a policy of ours has found good. */
function trusted(url: string): string {
  // The declared function of the page is that of another policy, which makes HTML.
  const create: unknown = Reflect.get(window, 'trustedTypes')
  if (!isFactory(create)) return url
  return create.createPolicy('service-worker', rules).createScriptURL(url)
}

function isFactory(value: unknown): value is { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } {
  return typeof value === 'object' && value !== null && 'createPolicy' in value
}
