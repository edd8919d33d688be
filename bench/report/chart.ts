export const writeChart = (_results: object, _file: string): void => undefined
