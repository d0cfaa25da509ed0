type Result = { name: string; passed: boolean; interrupted: boolean; seconds: number }
type Environment = Record<string, string | undefined>

export declare const checkOpenFeatureCli: (
  env: Environment,
  options?: { runTests?: (env: Environment) => Promise<Result> },
) => Promise<Result[]>
