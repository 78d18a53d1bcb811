/** An exception that the published Python evaluator raises on the same input; `name` is the Python class. */
export class PythonError extends Error {
  override readonly name: string;

  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}
