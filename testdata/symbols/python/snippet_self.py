async def close(self, *args):
    await self.conn.close()
