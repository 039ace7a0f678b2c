using System;
namespace Shop.Stock;

public class Small
{
    public void Run() { }
}
