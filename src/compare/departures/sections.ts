/** The sections of docs/compatibility.md that list departures of reads. */

export const CRASHES = 'Errors instead of crashes'
export const SILENCE = 'Nothing is dropped in silence'
export const LEAKS = 'Nothing leaks'
export const PROFILES = 'Profiles'
export const ABSENT = 'Not there'
export const CONTRADICTIONS = 'Schema files that contradict themselves'
export const CHANGES = 'Schema changes'
