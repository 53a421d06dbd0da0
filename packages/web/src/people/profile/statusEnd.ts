/** When a status ends. */
export function formatEnd(time: number): string {
  return new Date(time).toLocaleString(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' })
}
