/** The words of a refusal for a person: without the name of the argument that apps are told, `"name": …`. */
export function refusalWords(detail: string): string {
  const words = detail.replace(/^"[\w.]+": /, '')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
