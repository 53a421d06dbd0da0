/** An event with ids and times that are the same in every run, and read well on a page. */
export function stableSample(event: object): object {
  const text = JSON.stringify(event)
  const times = [...new Set(text.match(/\b\d{10}\.\d{6}\b/g))].toSorted()
  const ids: string[] = []
  const stable = text
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:7070')
    .replace(/\b\d{10}\.\d{6}\b/g, (ts) => `1767225600.000${times.indexOf(ts) + 1}00`)
    .replace(/\b17\d{8}\b(?!\.)/g, '1767225600')
    .replace(/"block_id":"[^"]+"/g, '"block_id":"b1"')
    .replace(/"client_msg_id":"[^"]+"/g, '"client_msg_id":"0d5b9a52-0000-4000-8000-000000000001"')
    // Ids of the workspace file begin with a letter and 0, and are short: U0ANA. The others are drawn.
    .replace(/\b([A-Z][a-z]?)(?:[0-9A-Z]{10}|(?!0[A-Z])[0-9A-Z]{8,})\b/g, (id, letter: string) => {
      if (!ids.includes(id)) ids.push(id)
      return `${letter}0SAMPLE${ids.indexOf(id) + 1}`
    })
  return JSON.parse(stable)
}
