export type DateToFormat = { timestamp: number; format: string; fallback?: string | undefined }
export type DateViewer = {
  /** A BCP 47 tag; undefined when it is not known. */
  locale?: string | undefined
  timeZone: string
  hour12?: boolean | undefined
  now: Date
}

/** A date element's text for one viewer. */
export function formatDate(date: DateToFormat, _viewer: DateViewer): string {
  return date.fallback ?? new Date(date.timestamp * 1000).toISOString()
}
