import { isCut, missingFrom } from './cuts.ts'
import type { ExportedAct, ExportedCall, ExportedDelivery, ExportedEntry, ExportedInteraction } from './entries.ts'
import type { HarEntry } from './harEntry.ts'
import { toSocketEntries } from './harSockets.ts'

/**
 * The entries as an HTTP Archive 1.2: each call, each request to an app, and each socket with its messages. What a person did is
 * a page, to which everything until their next act belongs.
 */
export function toHar(entries: readonly ExportedEntry[], { url }: { url: string }): string {
  const acts = entries.filter((entry) => entry.kind === 'act')
  const pageOf = ({ seq }: ExportedEntry) => acts.findLast((act) => act.seq <= seq)
  const requests = entries.flatMap((entry) => {
    const request = toRequest(entry, url)
    const page = pageOf(entry)
    return request ? [page ? { pageref: pageId(page), ...request } : request] : []
  })
  const all = [...requests, ...toSocketEntries(entries, url)]
  const log = {
    version: '1.2',
    creator: { name: 'Rivulet', version: '1', comment: 'From the journal: tokens are masked, long texts are cut.' },
    pages: acts.map(toPage),
    entries: all.toSorted((a, b) => (a.startedDateTime < b.startedDateTime ? -1 : 1)),
  }
  return `${JSON.stringify({ log }, undefined, 2)}\n`
}

function toPage(act: ExportedAct): object {
  const title = [act.user, act.act, act.channel ?? ''].join(' ').trim()
  return { startedDateTime: toTime(act.at), id: pageId(act), title, pageTimings: {} }
}

function pageId({ seq }: ExportedAct): string {
  return `act ${seq}`
}

function toRequest(entry: ExportedEntry, url: string): HarEntry | undefined {
  if (entry.kind === 'call') return callEntry(entry, url)
  if (entry.kind === 'delivery')
    return entry.url !== undefined && entry.outcome !== 'sent' ? deliveryEntry(entry) : undefined
  if (entry.kind === 'interaction' && entry.way === 'http') return interactionEntry(entry)
  return undefined
}

function callEntry(entry: ExportedCall, url: string): HarEntry {
  const all = Object.entries(entry.args)
  const asForm = all.every(([, value]) => typeof value === 'string')
  const mimeType = asForm ? 'application/x-www-form-urlencoded' : 'application/json; charset=utf-8'
  const wellFormed = all.map(([name, value]): [string, string] => [name, String(value).toWellFormed()])
  const text = asForm ? new URLSearchParams(wellFormed).toString() : JSON.stringify(entry.args)
  const answered = entry.fault !== 'lost' && entry.fault !== 'cut'
  return {
    ...head(entry.at - entry.took_ms, entry.took_ms),
    request: {
      ...request(new URL(`/api/${encodeURIComponent(entry.method)}`, url), mimeType, text),
      headers: [
        { name: 'content-type', value: mimeType },
        ...(entry.team === undefined ? [] : [{ name: 'authorization', value: 'Bearer [token]' }]),
      ],
    },
    response: response(answered ? entry.status : 0, answered ? JSON.stringify(entry.answer) : '', [
      { name: 'x-request-id', value: entry.request_id },
    ]),
    ...commentOf([...missingFrom(entry.args), ...(hasCuts(entry.answer) ? ['The journal has cut the answer.'] : [])]),
  }
}

function deliveryEntry({ at, took_ms: tookMs = 0, url = '', status = 0, event, ...entry }: ExportedDelivery): HarEntry {
  const { team, app, event_id: eventId } = entry
  const payload = { type: 'event_callback', team_id: team, api_app_id: app, event_id: eventId, event }
  return {
    ...head(at - tookMs, tookMs),
    request: request(new URL(url), 'application/json', JSON.stringify(payload)),
    response: response(status, ''),
    ...commentOf([entry.outcome, ...missingFrom(event)]),
  }
}

function interactionEntry({ at, took_ms: tookMs, type, payload, answer, app, outcome }: ExportedInteraction): HarEntry {
  const text = new URLSearchParams({ payload: JSON.stringify(payload).toWellFormed() }).toString()
  return {
    ...head(at - tookMs, tookMs),
    // The journal does not say where the app is.
    request: request(new URL(`http://${app.toLowerCase()}.invalid/`), 'application/x-www-form-urlencoded', text),
    response: response(outcome === 'answered' ? 200 : 0, JSON.stringify(answer ?? '')),
    ...commentOf([`${type}: ${outcome}`, ...missingFrom(payload)]),
  }
}

function head(
  startedAt: number,
  tookMs: number,
): { startedDateTime: string; time: number; cache: object; timings: object } {
  return {
    startedDateTime: toTime(startedAt),
    time: tookMs,
    cache: {},
    timings: { send: 0, wait: tookMs, receive: 0 },
  }
}

function request(url: URL, mimeType: string, text: string): object {
  return {
    method: 'POST',
    url: url.href,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [{ name: 'content-type', value: mimeType }],
    queryString: [],
    postData: { mimeType, text },
    headersSize: -1,
    bodySize: -1,
  }
}

function response(status: number, text: string, headers: { name: string; value: string }[] = []): object {
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers,
    content: { size: text.length, mimeType: 'application/json; charset=utf-8', text },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
  }
}

function hasCuts(answer: object): boolean {
  return Object.values(answer).some((value) => {
    if (typeof value === 'string') return isCut(value) || /^… \d+ more$/.test(value)
    return typeof value === 'object' && value !== null && hasCuts(value)
  })
}

function commentOf(notes: readonly string[]): { comment?: string } {
  return notes.length === 0 ? {} : { comment: notes.join(' ') }
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
