%% A module.
-module(shop).
-export([start/1, loop/2]).
-include("shop.hrl").

-define(LIMIT, 10).
-record(cart, {items = [], total = 0 :: integer()}).
-type id() :: binary() | 'end'.

%% Starts it.
-spec start(id()) -> {ok, pid()}.
start(Id) when is_binary(Id) ->
    Pid = spawn(fun() -> loop(Id, "fake() -> ok. ") end),
    {ok, Pid};
start(Id) ->
    start(list_to_binary(Id)).

loop(Id, [$. | T]) -> loop(Id, T);
loop(Id, #cart{items = []} = C) ->
    receive
        {add, I} when I > 1.5 -> loop(Id, C#cart{items = [I]});
        stop -> ok
    end.

'quoted name'() -> 'not. an end'.
