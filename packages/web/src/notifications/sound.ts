/** Two short notes, made by the browser: there is no file to load. */
export function playSound(): void {
  try {
    const audio = new AudioContext()
    const volume = audio.createGain()
    volume.connect(audio.destination)
    volume.gain.setValueAtTime(0, audio.currentTime)
    for (const [i, frequency] of [659, 988].entries()) {
      const start = audio.currentTime + i * 0.09
      const note = audio.createOscillator()
      note.frequency.value = frequency
      note.connect(volume)
      note.start(start)
      note.stop(start + 0.16)
      volume.gain.linearRampToValueAtTime(0.12, start + 0.01)
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.16)
      note.addEventListener('ended', () => i === 1 && void audio.close())
    }
  } catch {
    // No sound without a device, or before the person has used the page.
  }
}
