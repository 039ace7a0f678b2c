using System;
Console.WriteLine(Twice(2));

int Twice(int a) { return a * 2; }
