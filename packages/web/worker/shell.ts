/** The files of the client that it needs without a network, by their paths. The build fills it in. */
declare const shellFiles: readonly string[]

const shell = 'shell'
const page = '/'
/** The addresses that the client shows itself. */
const ofClient = /^\/($|c\/|archives\/|activity($|\/))/
/** What is the same for everybody. Nothing else is ever kept here. */
const ofBuild = /^\/(assets\/|theme\.js$|mark[\w-]*\.svg$|icon-\d+\.png$|manifest\.webmanifest$)/

/** Fetches what is not there yet: the names of assets change with what they hold. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(shell)
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const wanted = shellFiles.filter((path) => !path.startsWith('/assets/') || !known.has(path))
  const fresh = (path: string) => (path.startsWith('/assets/') ? path : new Request(path, { cache: 'no-cache' }))
  await cache.addAll([page, ...wanted].map(fresh))
}

/** Removes the files of older versions, unless a page that is open may still need them. */
export async function tidyShell(worker: ServiceWorkerGlobalScope): Promise<void> {
  if ((await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).length > 0) return
  const cache = await caches.open(shell)
  const wanted = new Set([page, ...shellFiles])
  for (const request of await cache.keys()) if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request)
}

/** Pages come from the network and, without one, from here. Assets never change, so they come from here if they are known. */
export function answerFromShell(event: FetchEvent): void {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (ofClient.test(pathname)) event.respondWith(fetch(request).catch(() => find(page)))
  } else if (pathname.startsWith('/assets/')) event.respondWith(find(pathname).catch(() => fetch(request)))
  else if (ofBuild.test(pathname)) event.respondWith(fetch(request).catch(() => find(pathname)))
}

async function find(path: string): Promise<Response> {
  const found = await (await caches.open(shell)).match(path)
  if (!found) throw new TypeError(`${path} is not kept.`)
  return found
}
