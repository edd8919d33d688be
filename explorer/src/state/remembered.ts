/** State that survives a reload, where the browser allows storage. */

export function remember(storage: 'localStorage' | 'sessionStorage', key: string, value: string): void {
  try {
    if (value === '') window[storage].removeItem(key)
    else window[storage].setItem(key, value)
  } catch {
    // Nothing depends on it.
  }
}

export function remembered(storage: 'localStorage' | 'sessionStorage', key: string): string {
  try {
    return window[storage].getItem(key) ?? ''
  } catch {
    return ''
  }
}
