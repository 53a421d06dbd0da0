/** Unix seconds as an ISO time; the number itself if it is out of range. */
export function formatIsoTime(timestamp: number): string {
  const date = new Date(timestamp * 1000)
  return Number.isNaN(date.getTime()) ? String(timestamp) : date.toISOString()
}
