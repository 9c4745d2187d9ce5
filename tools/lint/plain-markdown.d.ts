export function unplainMarkdown(page: string): { line: number; phrase: string; advice: string }[];
