<?php
namespace First {
    function one() {}
    class Two { function three() {} }
}
