@Memo()
private async find<T>(id: string): Promise<T | undefined> {
  return this.items.get(id) as T;
}
