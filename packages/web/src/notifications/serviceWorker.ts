import { ownerOfPage } from '#store/browser/browserStorage.ts'
import { parseRoute, navigate } from '#routing/route.ts'
import { language } from '#words/t.ts'

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
    if (data.type === 'open' && typeof data.path === 'string') openPath(data.path)
  }
  navigator.serviceWorker?.addEventListener('message', onMessage)
  return () => navigator.serviceWorker?.removeEventListener('message', onMessage)
}

/** [SES-14] A notification of another team leads to a page of that team. */
function openPath(path: string): void {
  const team = new URLSearchParams(path.split('?')[1]).get('team')
  if (team !== null && team !== ownerOfPage()?.team) location.assign(path)
  else navigate(parseRoute(path))
}

async function register(): Promise<ServiceWorkerRegistration | undefined> {
  // A page without a secure origin has none, and neither has Vite's development server.
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return undefined
  try {
    await navigator.serviceWorker.register(trusted(address))
    tellLanguage()
    return await navigator.serviceWorker.ready
  } catch {
    registering = undefined
    return undefined
  }
}

/** The worker has no other place to learn it from. */
function tellLanguage(): void {
  const keep = async () => (await caches.open('language')).put('/language', new Response(language))
  keep().catch(() => {})
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
